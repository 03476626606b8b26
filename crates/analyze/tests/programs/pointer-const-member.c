// C defines no write to a member that is declared constant. The struct around it need not be.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long bytes);
extern void *memset(void *to, int byte, unsigned long bytes);
struct pair {
    const int fixed;
    int free;
};
struct table {
    int before;
    const int row[3];
    struct pair pairs[2];
};
union either {
    const int fixed;
    int free;
};
static struct pair global = {1, 2};

static int seven(void) {
    return 7;
}

int main(void) {
    struct pair one = {1, 2};
    struct pair *at = &one;
    at->free = 3; // PROVED access
    __VERIFIER_assert(one.fixed == 1); // PROVED
    __VERIFIER_assert(one.free == 3); // PROVED
    memset(&one.free, 0, sizeof one.free); // PROVED access
    __VERIFIER_assert(one.fixed == 1 && one.free == 0); // PROVED
    switch (__VERIFIER_nondet_int()) {
    case 0:
        *(int *)&one.fixed = 5;
        __VERIFIER_assert(one.fixed == 1); // MUST-WARN
        break;
    case 1: {
        int *direct = (int *)&at->fixed;
        *direct = 5;
        __VERIFIER_assert(one.fixed == 1); // MUST-WARN
        break;
    }
    case 2: {
        struct pair other = {5, 6};
        memcpy(&one, &other, sizeof one);
        __VERIFIER_assert(one.fixed == 1); // MUST-WARN
        break;
    }
    case 3:
        memset(&one, 0, sizeof one);
        __VERIFIER_assert(one.fixed == 1); // MUST-WARN
        break;
    case 4: {
        int *direct = (int *)&global.fixed;
        *direct = seven();
        __VERIFIER_assert(global.fixed == 1); // MUST-WARN
        break;
    }
    case 5: {
        struct table table = {1, {2, 3, 4}, {{5, 6}, {7, 8}}};
        *(int *)&table.row[1] = 9;
        __VERIFIER_assert(table.row[1] == 3); // MUST-WARN
        __VERIFIER_assert(table.before == 1); // PROVED
        break;
    }
    case 6: {
        struct table table = {1, {2, 3, 4}, {{5, 6}, {7, 8}}};
        int *member = (int *)&table.pairs[1].fixed;
        *member += 1;
        __VERIFIER_assert(table.pairs[1].fixed == 7); // MUST-WARN
        break;
    }
    case 7: {
        struct table table = {1, {2, 3, 4}, {{5, 6}, {7, 8}}};
        struct pair *pair = table.pairs + (__VERIFIER_nondet_int() ? 1 : 0);
        pair->free = 9; // PROVED access
        __VERIFIER_assert(table.pairs[0].fixed == 5); // PROVED
        break;
    }
    case 8: {
        union either either = {1};
        union either *some = &either;
        some->free = 2; // PROVED access
        __VERIFIER_assert(either.free == 2); // PROVED
        break;
    }
    default:
        __VERIFIER_assert(global.fixed == 1 && one.fixed == 1); // PROVED
    }
    return 0;
}

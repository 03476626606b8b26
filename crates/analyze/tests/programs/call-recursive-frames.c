// Every call of a function that runs already has variables of its own, and those of the call before come back.
#include "verifier.h"

struct pair {
    int low, high;
};
int sum(int n) {
    int mine = n;
    if (n <= 0)
        return 0;
    int rest = sum(n - 1);
    __VERIFIER_assert(mine == n); // PROVED standard
    return mine + rest;
}
void mark(int n, int *above) {
    int mine = n;
    *above += 10;
    if (n > 0)
        mark(n - 1, &mine);
    __VERIFIER_assert(n == 0 || mine == n + 10); // PROVED standard
    __VERIFIER_assert(mine == n); // MUST-WARN
}
struct pair span(int n) {
    struct pair own = {n, n};
    if (n > 0) {
        struct pair below = span(n - 1);
        own.low = below.low;
    }
    return own;
}
int *deepest(int n, int *so_far) {
    int mine = n;
    return n == 0 ? so_far : deepest(n - 1, n == 2 ? so_far : so_far + (mine - n));
}
int main(void) {
    int top = 1, cells[2] = {4, 5};
    __VERIFIER_assert(sum(4) == 10); // PROVED standard
    mark(3, &top);
    __VERIFIER_assert(top == 11); // PROVED standard
    struct pair all = span(5);
    __VERIFIER_assert(all.low == 0 && all.high == 5); // PROVED standard
    __VERIFIER_assert(*deepest(3, &cells[1]) == 5); // PROVED standard
    return 0;
}

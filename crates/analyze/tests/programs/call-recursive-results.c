// Results go to places of the call that waits: elements that its own variables choose, and what its pointers point to.
#include "verifier.h"

int table[4];
int depth(int n) {
    int at = n;
    int own[4] = {7, 7, 7, 7};
    if (n == 0)
        return 3;
    own[at] = depth(n - 1) + n;
    table[at] = own[at];
    __VERIFIER_assert(own[at - 1] == 7); // PROVED standard
    return own[at];
}
int odd(int n, int *calls);
int even(int n, int *calls) {
    int before = *calls;
    ++*calls;
    int result = n == 0 ? 1 : odd(n - 1, calls);
    __VERIFIER_assert(*calls > before); // PROVED standard
    return result;
}
int odd(int n, int *calls) {
    int result = 0;
    int *where = &result;
    ++*calls;
    if (n != 0)
        *where = even(n - 1, calls);
    return result;
}
int *lost(int n) {
    int mine = n;
    return n == 0 ? &mine : lost(n - 1);
}
int main(void) {
    int calls = 0;
    __VERIFIER_assert(depth(3) == 9); // PROVED standard
    __VERIFIER_assert(table[1] == 4 && table[2] == 6); // PROVED standard
    __VERIFIER_assert(even(6, &calls) == 1); // PROVED standard
    __VERIFIER_assert(calls == 7); // PROVED standard
    __VERIFIER_assert(odd(6, &calls) == 1); // MUST-WARN
    return lost(2) != 0 ? 0 : 1;
}

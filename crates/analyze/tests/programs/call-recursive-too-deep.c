// Beyond the depth to which calls are followed nothing is known of what they do.
#include "verifier.h"

int visits;
int looks;
int down(int n, int *lowest) {
    int mine = n;
    visits++;
    if (n == 0) {
        *lowest = -1;
        return visits;
    }
    int result = down(n - 1, n % 2 ? lowest : &mine);
    if (looks)
        __VERIFIER_assert(mine == n); // MUST-WARN
    return result;
}
int size(int n) {
    int room[n + 1];
    room[n] = n;
    int below = n > 0 ? size(n - 1) : 0;
    __VERIFIER_assert(room[n] == n); // HOLDS
    return below + 1;
}
int main(void) {
    int lowest = 1;
    looks = __VERIFIER_nondet_bool();
    __VERIFIER_assert(size(3) == 4); // PROVED standard
    int all = down(__VERIFIER_nondet_uchar(), &lowest);
    __VERIFIER_assert(all == visits); // HOLDS
    __VERIFIER_assert(visits <= 100); // MUST-WARN
    return 0;
}

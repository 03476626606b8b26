// The middle of two bounds stays between them.
#include "verifier.h"

int main(void) {
    int a[32] = { 0 };
    int low = 0, high = 31, key = __VERIFIER_nondet_int();
    while (low <= high) {
        int middle = low + (high - low) / 2;
        __VERIFIER_assert(middle >= 0 && middle <= 31); // HOLDS
        if (a[middle] == key)
            break;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    __VERIFIER_assert(low <= high); // MUST-WARN
    return 0;
}

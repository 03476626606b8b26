// A loop that runs a known number of times is followed turn by turn.
#include "verifier.h"

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    __VERIFIER_assert(sum == 45); // PROVED standard
    int product = 1, n = 5;
    do {
        product *= n;
        n--;
    } while (n > 0);
    __VERIFIER_assert(product == 120); // PROVED standard
    int a[20];
    for (int i = 0; i < 20; i++)
        a[i] = i * i;
    __VERIFIER_assert(a[3] == 9 && a[19] == 361); // PROVED standard
    int k = 0;
    while (1) {
        if (k >= 7)
            break;
        k++;
    }
    __VERIFIER_assert(k == 7); // PROVED standard intervals
    __VERIFIER_assert(a[4] == 17); // MUST-WARN
    return 0;
}

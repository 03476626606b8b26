// What was known of the elements of an array ends when something else writes to them.
#include "verifier.h"

static int a[400];
static int *hidden;

static void spoil(int at) { a[at] = 1; }

static void spoil_hidden(void) { *hidden = 2; }

static void fill(int n) {
    int i;
    for (i = 0; i < n; i++)
        a[i] = 9;
}

int main(void) {
    int n = 1 + __VERIFIER_nondet_uchar();
    int k = __VERIFIER_nondet_uchar();
    if (k >= n)
        k = n - 1;
    fill(n);
    __VERIFIER_assert(a[k] == 9); // PROVED standard
    switch (__VERIFIER_nondet_uchar() & 3) {
    case 0:
        spoil(k);
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    case 1:
        hidden = &a[k];
        spoil_hidden();
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    case 2:
        ((unsigned char *)a)[4 * k + 1] = 1;
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    default:
        *(short *)(void *)((char *)a + 4 * k) = 3;
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    }
    return 0;
}

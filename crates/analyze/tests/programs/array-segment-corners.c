// Bounds that change, indices that wrap, jumps back, and elements that are left out.
#include "verifier.h"
#include <setjmp.h>
#include <string.h>

static int a[400];
static jmp_buf back;

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
    unsigned char small = 250;
    fill(n);
    switch (__VERIFIER_nondet_uchar() & 7) {
    case 0:
        n = 400;
        __VERIFIER_assert(a[n - 1] == 9); // MUST-WARN
        break;
    case 1:
        for (int i = 0; i < 10; i++)
            a[small++] = 4;
        __VERIFIER_assert(a[255] == 4 && a[3] == 4); // HOLDS
        __VERIFIER_assert(a[4] == 4); // MUST-WARN
        break;
    case 2:
        for (int i = 0; i < 10; i++)
            a[small++] = 4;
        __VERIFIER_assert(a[256] == 4); // MUST-WARN
        break;
    case 3:
        if (setjmp(back) == 0) {
            a[k] = 5;
            longjmp(back, 1);
        }
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    case 4:
        a[0] = 7;
        a[a[0]] = 0;
        __VERIFIER_assert(a[7] == 9); // MUST-WARN
        break;
    case 5:
        for (int i = 0; i < 400; i += 2)
            a[i] = 6;
        __VERIFIER_assert(a[k] == 6); // MUST-WARN
        break;
    case 6:
        for (int i = 0; i < 400; i += 2)
            a[i] = 6;
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    default:
        memset(a, 0, 4 * (unsigned)k + 1);
        __VERIFIER_assert(a[k] == 9); // MUST-WARN
        break;
    }
    return 0;
}

// Answers of ctype.h that are kept in variables, as glibc's macros give them.
#include "verifier.h"

extern const unsigned short **__ctype_b_loc(void);
#define is(c, bit) ((*__ctype_b_loc())[(int)((c))] & (unsigned short)(bit))

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int digit = is(c, 2048), lower = is(c, 512);
    __VERIFIER_assert(digit == 0 || digit == 2048); // PROVED standard
    if (c == '7')
        __VERIFIER_assert(is(c, 2048) == 2048); // PROVED
    if (c == 'x')
        __VERIFIER_assert(is(c, 2048) == 0 && is(c, 512)); // PROVED
    __VERIFIER_assert(!lower); // MUST-WARN
    return 0;
}

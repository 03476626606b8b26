// Gcc shifts a bit-field that is wider than `int` in its own width, clang in that of its declared type.
#include "verifier.h"

struct S { unsigned long f : 33; long g : 40; };

int main(void) {
    struct S s = { 1, 1 };
    unsigned k = __VERIFIER_nondet_uint();
    unsigned long all = 0;
    if (k < 33) {
        all = s.f << k; // PROVED shift
        all += s.f >> k; // PROVED shift
        all += s.g << k; // PROVED shift
    }
    all += s.f << 70; // DEFINITE shift
    return all != 0;
}

// A union with a tag.
#include "verifier.h"

struct V { int tag; union { int number; char letter; }; };
int main(void) {
    struct V v;
    v.tag = 0;
    v.number = 1000;
    if (__VERIFIER_nondet_int()) {
        v.tag = 1;
        v.letter = 'x';
    }
    __VERIFIER_assert(v.number == 1000); // MUST-WARN
    __VERIFIER_assert(v.tag <= 1); // PROVED
    return 0;
}

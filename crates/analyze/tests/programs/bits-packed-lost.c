// Where a bit came from says nothing any more once that was written: by name, by pointer, by a call, in a loop or in a union.
#include "verifier.h"

static unsigned int shared;
static void change(void) { shared = __VERIFIER_nondet_uint(); }
static void through(unsigned int *p) { *p = 5; }
union both { unsigned int word; unsigned char bytes[4]; };

int main(void) {
    shared = __VERIFIER_nondet_uint();
    unsigned int kept = shared >> 4;
    __VERIFIER_assert(kept == shared >> 4); // PROVED standard
    change();
    __VERIFIER_assert(kept == shared >> 4); // MUST-WARN
    unsigned int own = __VERIFIER_nondet_uint();
    unsigned int half = own & 0xff00u;
    through(&own);
    __VERIFIER_assert(half == (own & 0xff00u)); // MUST-WARN
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int y = x & 3u;
    for (int i = 0; i < 3; i++) {
        __VERIFIER_assert(y == (x & 3u)); // MUST-WARN
        x = x >> 1;
    }
    union both u;
    u.word = __VERIFIER_nondet_uint();
    u.bytes[0] = (unsigned char)(u.word >> 8);
    __VERIFIER_assert(u.bytes[0] == (unsigned char)(u.word >> 8)); // HOLDS
    u.word = u.word >> 8;
    __VERIFIER_assert(u.bytes[0] == (unsigned char)(u.word >> 8)); // MUST-WARN
    signed char s = (signed char)__VERIFIER_nondet_char();
    int wide = s;
    __VERIFIER_assert((signed char)(wide & 0xff) == s); // PROVED standard
    __VERIFIER_assert((wide & 0xff) == s); // MUST-WARN
    return 0;
}

// What is packed into a word is the same when it is taken out.
#include "verifier.h"

static unsigned int pack(unsigned int high, unsigned int low) { return (high << 8) | low; }

int main(void) {
    unsigned int day = __VERIFIER_nondet_uint() & 31u;
    unsigned int month = __VERIFIER_nondet_uint() & 15u;
    unsigned short date = (unsigned short)((month << 5) + day);
    __VERIFIER_assert((date & 31u) == day); // PROVED standard
    __VERIFIER_assert((unsigned int)(date >> 5) == month); // PROVED standard
    unsigned char low = __VERIFIER_nondet_uchar();
    unsigned char high = __VERIFIER_nondet_uchar();
    unsigned int both = pack(high, low);
    __VERIFIER_assert((unsigned char)both == low); // PROVED standard
    __VERIFIER_assert(both / 256 == high); // PROVED standard
    __VERIFIER_assert(((both ^ 0xffu) & 0xffu) == (unsigned char)~low); // PROVED standard
    unsigned int before = low;
    low = 7;
    __VERIFIER_assert((both & 0xffu) == before); // PROVED standard
    __VERIFIER_assert((unsigned char)both == low); // MUST-WARN
    if (day > 20)
        __VERIFIER_assert((date & 31u) > 20); // PROVED standard
    day = date >> 5;
    __VERIFIER_assert((date & 31u) == day); // MUST-WARN
    return 0;
}

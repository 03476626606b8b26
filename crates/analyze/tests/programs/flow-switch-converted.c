// Case labels are converted to the type of the value: -1 is 255 for no unsigned char.
#include "verifier.h"

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int hit = 0;
    switch (c) {
    case 255: hit = 1; break;
    }
    unsigned u = __VERIFIER_nondet_uint();
    switch (u) {
    case -1: hit = 2; __VERIFIER_assert(u == 4294967295u); break; // PROVED
    }
    __VERIFIER_assert(hit != 1); // MUST-WARN
    __VERIFIER_assert(hit != 2); // MUST-WARN
    return 0;
}

// Characters may be copied without a value; what is done with the copy counts.
//! checks: all
#include "verifier.h"
extern void *memcpy(void *to, const void *from, unsigned long size);

int main(void) {
    unsigned char from[8], to[8], other[8];
    int seen = 0;
    from[0] = 1;
    for (int i = 0; i < 8; i++)
        to[i] = from[i];
    memcpy(other, from, 8);
    if (other[0] == 1) // PROVED uninitialised
        seen++;
    if (__VERIFIER_nondet_int() == 3) {
        if (other[1] == 1) // MUST-WARN uninitialised
            seen++;
    }
    if (to[5] == 1) // MUST-WARN uninitialised
        seen++;
    return seen > 9;
}

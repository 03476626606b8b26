// More bytes are copied than there are.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long n);
int main(void) {
    char from[16] = "0123456789", to[8];
    memcpy(to, from, 0); // PROVED access
    memcpy(to, from, 9); // DEFINITE access
    return 0;
}

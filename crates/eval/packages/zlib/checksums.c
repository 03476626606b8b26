// The checksum of a text, and that of two texts joined.
#include "adler32.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char text[20];
    for (int i = 0; i < 20; i++)
        text[i] = __VERIFIER_nondet_uchar();
    unsigned long sum = adler32(1, text, 20);
    unsigned long both = adler32_combine(sum, sum, 20);
    return both > 3;
}

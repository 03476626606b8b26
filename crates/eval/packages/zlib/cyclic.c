// The cyclic checksum, by its tables.
#include "crc32.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char text[12];
    for (int i = 0; i < 12; i++)
        text[i] = __VERIFIER_nondet_uchar();
    unsigned long sum = crc32(0, text, 12);
    return crc32_combine(sum, sum, 12) > 3;
}

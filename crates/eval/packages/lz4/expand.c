// A short block that is decompressed, whatever it contains.
#include "lz4.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char from[12], to[16];
    for (int i = 0; i < 12; i++)
        from[i] = __VERIFIER_nondet_uchar();
    int length = LZ4_decompress_safe(from, to, sizeof from, sizeof to);
    return length > 16;
}

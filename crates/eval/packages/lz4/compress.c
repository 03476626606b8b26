// A short text that is compressed.
#include "lz4.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char from[24], to[48];
    for (int i = 0; i < 24; i++)
        from[i] = __VERIFIER_nondet_uchar();
    int length = LZ4_compress_default(from, to, sizeof from, sizeof to);
    return length > 48;
}

// A short text that is decompressed, whatever it contains.
#include "bzlib.c"
#include "crctable.c"
#include "randtable.c"
#include "huffman.c"
#include "decompress.c"

extern unsigned char __VERIFIER_nondet_uchar(void);
void BZ2_blockSort(EState *state) { state->origPtr = 0; }
void BZ2_compressBlock(EState *state, Bool last) { state->numZ = last; }
void BZ2_bsInitWrite(EState *state) { state->bsLive = 0; }

int main(void) {
    char from[8], to[8];
    unsigned length = sizeof to;
    for (int i = 0; i < 8; i++)
        from[i] = __VERIFIER_nondet_uchar();
    int result = BZ2_bzBuffToBuffDecompress(to, &length, from, sizeof from, 0, 0);
    return result == BZ_OK && length > sizeof to;
}

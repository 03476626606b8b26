// Tables to decode by, from the lengths of words.
#include "huffman.c"

extern unsigned char __VERIFIER_nondet_uchar(void);
void BZ2_bz__AssertH__fail(int code) { for (;;) code++; }

int main(void) {
    unsigned char lengths[8];
    int limit[BZ_MAX_CODE_LEN], base[BZ_MAX_CODE_LEN], perm[8];
    for (int i = 0; i < 8; i++)
        lengths[i] = 1 + __VERIFIER_nondet_uchar() % 6;
    BZ2_hbCreateDecodeTables(limit, base, perm, lengths, 1, 6, 8);
    return limit[1] > perm[0];
}

// Lengths of the words of a prefix code, from frequencies.
#include "huffman.c"

extern unsigned char __VERIFIER_nondet_uchar(void);
void BZ2_bz__AssertH__fail(int code) { for (;;) code++; }

int main(void) {
    unsigned char lengths[6];
    int frequencies[6], codes[6];
    for (int i = 0; i < 6; i++)
        frequencies[i] = __VERIFIER_nondet_uchar();
    BZ2_hbMakeCodeLengths(lengths, frequencies, 6, 17);
    BZ2_hbAssignCodes(codes, lengths, 1, 5, 6);
    return codes[0] < 0;
}

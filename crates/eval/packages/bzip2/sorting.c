// The sort that is used where the other one gets on too slowly, on a short block.
#include "blocksort.c"

extern unsigned char __VERIFIER_nondet_uchar(void);
void BZ2_bz__AssertH__fail(int code) { for (;;) code++; }

int main(void) {
    unsigned map[24];
    unsigned classes[24], bits[8];
    unsigned char *text = (unsigned char *)classes;
    for (int i = 0; i < 12; i++)
        text[i] = __VERIFIER_nondet_uchar() & 3;
    fallbackSort(map, classes, bits, 12, 0);
    return map[0] > 11;
}

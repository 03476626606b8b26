// Tables of a prefix code, from the lengths of its words.
#include "inftrees.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned short lengths[19], work[19];
    code table[ENOUGH];
    code *next = table;
    unsigned bits = 7;
    for (int i = 0; i < 19; i++)
        lengths[i] = __VERIFIER_nondet_uchar() % 8;
    int result = inflate_table(CODES, lengths, 19, &next, &bits, work);
    return result != 0 || bits > 7;
}

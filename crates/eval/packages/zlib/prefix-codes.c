// Words of a prefix code, from their lengths.
#include "trees.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    ct_data tree[8];
    ush count[MAX_BITS + 1] = {0};
    for (int i = 0; i < 8; i++) {
        tree[i].Len = 1 + __VERIFIER_nondet_uchar() % 7;
        count[tree[i].Len]++;
    }
    gen_codes(tree, 7, count);
    return tree[0].Code == bi_reverse(3, 2);
}

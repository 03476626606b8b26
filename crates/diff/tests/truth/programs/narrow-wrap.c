// A small unsigned variable wraps.
// truth: unsafe
// inputs: 255

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    c++;
    __VERIFIER_assert(c != 0);
    return 0;
}

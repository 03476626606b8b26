// A shifted value.
// truth: unsafe
// inputs: 15

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert((x << 4) != 0xf0u);
    return 0;
}

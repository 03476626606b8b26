// A value that differs in no bit.
// truth: unsafe
// inputs: 90

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert((x ^ 0x5au) != 0u);
    return 0;
}

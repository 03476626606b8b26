// The largest unsigned number plus one is 0.
// truth: unsafe
// inputs: 4294967295

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(x + 1u != 0u);
    return 0;
}

// A bit that is shifted inside the word stays.
// truth: safe

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert((1u << (x & 31u)) != 0u);
    return 0;
}

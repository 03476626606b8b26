// A mask bounds a value.
// truth: safe

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert((x & 7u) <= 7u);
    return 0;
}

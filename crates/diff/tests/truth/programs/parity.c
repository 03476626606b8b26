// Twice a number is even, also where it wraps.
// truth: safe

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert((x * 2u) % 2u == 0u);
    return 0;
}

// It fails only where a signed addition overflows.
// truth: unsafe
// inputs: 2147483647
// undefined: signed overflow

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    __VERIFIER_assert(y > x);
    return 0;
}

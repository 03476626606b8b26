// A remainder is smaller than the divisor.
// truth: safe

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = x % 5;
    __VERIFIER_assert(r > -5 && r < 5);
    return 0;
}

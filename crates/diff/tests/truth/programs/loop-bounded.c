// A loop ends at its bound.
// truth: safe

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0;
    if (n < 0 || n > 10) {
        return 0;
    }
    while (i < n) {
        i++;
    }
    __VERIFIER_assert(i <= 10);
    return 0;
}

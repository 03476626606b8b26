// A sum that one number of iterations gives.
// truth: unsafe
// inputs: 8

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    if (n < 0 || n > 8) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        sum += i;
    }
    __VERIFIER_assert(sum != 28);
    return 0;
}

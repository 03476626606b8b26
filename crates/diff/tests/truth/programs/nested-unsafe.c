// Two inputs whose loops count to 42.
// truth: unsafe
// inputs: 6 7

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int count = 0;
    if (n < 0 || n > 7 || m < 0 || m > 7) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            count++;
        }
    }
    __VERIFIER_assert(count != 42);
    return 0;
}

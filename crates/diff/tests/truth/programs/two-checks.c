// One of two checks fails.
// truth: unsafe
// inputs: 5

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 9) {
        return 0;
    }
    __VERIFIER_assert(x != 10);
    __VERIFIER_assert(x != 5);
    return 0;
}

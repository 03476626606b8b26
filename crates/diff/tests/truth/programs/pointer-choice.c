// A pointer to one of two variables.
// truth: unsafe
// inputs: 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = 1;
    int y = 2;
    int *p = __VERIFIER_nondet_int() ? &x : &y;
    *p = 7;
    __VERIFIER_assert(y != 7);
    return 0;
}

// One branch gives 2.
// truth: unsafe
// inputs: 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x;
    if (__VERIFIER_nondet_int()) {
        x = 1;
    } else {
        x = 2;
    }
    __VERIFIER_assert(x != 2);
    return 0;
}

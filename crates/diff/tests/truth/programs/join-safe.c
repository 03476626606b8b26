// Neither branch gives 0.
// truth: safe

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x;
    if (__VERIFIER_nondet_int()) {
        x = 1;
    } else {
        x = 2;
    }
    __VERIFIER_assert(x != 0);
    return 0;
}

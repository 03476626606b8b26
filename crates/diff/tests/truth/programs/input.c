// An input may be anything.
// truth: unsafe
// inputs: 7

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 7);
    return 0;
}

// An input chooses the element.
// truth: unsafe
// inputs: 2

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int a[4] = {1, 4, 9, 16};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 4) {
        return 0;
    }
    __VERIFIER_assert(a[i] != 9);
    return 0;
}

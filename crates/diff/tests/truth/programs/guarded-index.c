// An element is read only inside the array.
// truth: safe

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int a[3] = {1, 2, 3};
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 3 && a[i] > 0) {
        __VERIFIER_assert(a[i] != 0);
    }
    return 0;
}

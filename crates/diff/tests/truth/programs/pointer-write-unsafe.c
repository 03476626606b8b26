// A write through a pointer must not be missed.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

int main(void) {
    int x = 0;
    int *p = &x;
    *p = 5;
    __VERIFIER_assert(x != 5);
    return 0;
}

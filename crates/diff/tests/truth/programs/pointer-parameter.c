// A callee writes through its parameter.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

static void set(int *target) {
    *target = 9;
}

int main(void) {
    int x = 1;
    set(&x);
    __VERIFIER_assert(x != 9);
    return 0;
}

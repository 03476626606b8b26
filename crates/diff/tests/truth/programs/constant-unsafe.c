// A constant is itself.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

int main(void) {
    int x = 3;
    __VERIFIER_assert(x != 3);
    return 0;
}

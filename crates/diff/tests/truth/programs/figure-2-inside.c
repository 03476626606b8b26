// The first check of the paper's figure 2.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

int main(void) {
    int i = 0;
    while (i < 100000) {
        __VERIFIER_assert(i != 13);
        i = i + 1;
    }
    return i;
}

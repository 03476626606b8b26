// The second check of the paper's figure 2.
// truth: safe

extern void __VERIFIER_assert(int);

int main(void) {
    int i = 0;
    while (i < 100000) {
        i = i + 1;
    }
    __VERIFIER_assert(i != 10);
    return i;
}

// Division rounds towards zero.
// truth: safe

extern void __VERIFIER_assert(int);

int main(void) {
    int x = -7;
    __VERIFIER_assert(x / 2 == -3);
    return 0;
}

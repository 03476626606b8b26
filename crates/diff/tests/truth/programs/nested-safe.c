// Six times seven.
// truth: safe

extern void __VERIFIER_assert(int);

int main(void) {
    int count = 0;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 7; j++) {
            count++;
        }
    }
    __VERIFIER_assert(count == 42);
    return 0;
}

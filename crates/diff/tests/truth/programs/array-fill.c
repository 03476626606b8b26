// An element of a filled array.
// truth: safe

extern void __VERIFIER_assert(int);

int main(void) {
    int a[5];
    for (int i = 0; i < 5; i++) {
        a[i] = i * i;
    }
    __VERIFIER_assert(a[3] == 9);
    return 0;
}

// A recursive sum.
// truth: safe

extern void __VERIFIER_assert(int);

static int sum(int n) {
    if (n <= 0) {
        return 0;
    }
    return n + sum(n - 1);
}

int main(void) {
    __VERIFIER_assert(sum(5) == 15);
    return 0;
}

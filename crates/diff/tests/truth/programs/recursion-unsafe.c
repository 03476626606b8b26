// A recursive Fibonacci number.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

static int fibonacci(int n) {
    if (n < 2) {
        return n;
    }
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    __VERIFIER_assert(fibonacci(7) != 13);
    return 0;
}

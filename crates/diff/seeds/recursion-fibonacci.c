/* Fibonacci numbers by recursion and by iteration. */
extern int __VERIFIER_nondet_int(void);

static int slow(int n)
{
    if (n < 2)
        return n;
    return slow(n - 1) + slow(n - 2);
}

static int fast(int n)
{
    int current = 0, next = 1;
    for (int i = 0; i < n; i++) {
        int sum = current + next;
        current = next;
        next = sum;
    }
    return current;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 14)
        n = 9;
    int a = slow(n), b = fast(n);
    return a == b ? a : -1;
}

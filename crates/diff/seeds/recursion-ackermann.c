/* Ackermann's function for the smallest arguments, counting the calls. */
extern int __VERIFIER_nondet_int(void);

static int calls;

static int ackermann(int m, int n)
{
    calls++;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    int inner = ackermann(m, n - 1);
    return ackermann(m - 1, inner);
}

int main(void)
{
    int m = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    if (m < 0 || m > 2)
        m = 2;
    if (n < 0 || n > 5)
        n = 3;
    int value = ackermann(m, n);
    if (value <= n)
        return -1;
    return value * 1000 + calls % 1000;
}

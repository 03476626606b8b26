/* Even and odd by mutual recursion, on the absolute value of an input. */
extern int __VERIFIER_nondet_int(void);

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    if (n == 0)
        return 0;
    return is_even(n - 1);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned size = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    unsigned small = size % 30;
    int even = is_even(small);
    int odd = is_odd(small);
    int rest = x % 2;

    if (even + odd != 1)
        return -1;
    return rest == 0 ? even * 2 + odd : 10 + rest;
}

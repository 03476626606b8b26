/* Integer square root by Newton's iteration, with the bounds that hold on the way. */
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned root(unsigned n)
{
    unsigned guess = n, better;
    if (n < 2)
        return n;
    better = n / 2;
    while (better < guess) {
        guess = better;
        better = (guess + n / guess) / 2;
    }
    return guess;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 100000u;
    unsigned r = root(n);
    unsigned below = r * r;
    unsigned above = (r + 1) * (r + 1);
    int fits = below <= n && n < above;
    unsigned rest = n - below;

    for (unsigned i = 0; i < 4 && rest > 0; i++)
        rest = rest / 2;
    return fits ? (int)rest : -1;
}

/* Counting bits in three ways. */
extern unsigned int __VERIFIER_nondet_uint(void);

static int by_shifting(unsigned x)
{
    int count = 0;
    for (int bit = 0; bit < 32; bit++)
        count += (int)(x >> bit & 1u);
    return count;
}

static int by_clearing(unsigned x)
{
    int count = 0;
    while (x) {
        x &= x - 1;
        count++;
    }
    return count;
}

static int by_adding(unsigned x)
{
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (int)(x * 0x01010101u >> 24);
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int a = by_shifting(x), b = by_clearing(x), c = by_adding(x);
    int parity = a & 1;
    if (a != b || b != c)
        return -1;
    return parity ? -c - 10 : c;
}

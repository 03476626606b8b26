/* Decimal digits in nibbles: addition with carries. */
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned to_bcd(unsigned n)
{
    unsigned bcd = 0;
    for (int digit = 0; digit < 4; digit++) {
        bcd |= n % 10 << 4 * digit;
        n /= 10;
    }
    return bcd;
}

static unsigned from_bcd(unsigned bcd)
{
    unsigned n = 0;
    for (int digit = 4; digit >= 0; digit--)
        n = n * 10 + (bcd >> 4 * digit & 15u);
    return n;
}

static unsigned add(unsigned a, unsigned b)
{
    unsigned sum = 0, carry = 0;
    for (int digit = 0; digit < 5; digit++) {
        unsigned s = (a >> 4 * digit & 15u) + (b >> 4 * digit & 15u) + carry;
        carry = s > 9;
        if (carry)
            s -= 10;
        sum |= s << 4 * digit;
    }
    return sum;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint() % 10000u, b = __VERIFIER_nondet_uint() % 10000u;
    unsigned sum = from_bcd(add(to_bcd(a), to_bcd(b)));
    return sum == a + b ? (int)sum : -1;
}

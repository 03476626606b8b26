/* Reversal of the bits of a byte, by swaps and bit by bit. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char by_swaps(unsigned char x)
{
    x = (unsigned char)(x >> 4 | x << 4);
    x = (unsigned char)((x & 0xcc) >> 2 | (x & 0x33) << 2);
    x = (unsigned char)((x & 0xaa) >> 1 | (x & 0x55) << 1);
    return x;
}

static unsigned char bit_by_bit(unsigned char x)
{
    unsigned char result = 0;
    for (int i = 0; i < 8; i++) {
        result = (unsigned char)(result << 1 | (x & 1));
        x >>= 1;
    }
    return result;
}

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char a = by_swaps(x), b = bit_by_bit(x);
    if (a != b)
        return -1;
    return a == x ? 256 + x : a;
}

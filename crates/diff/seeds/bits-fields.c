/* A packed colour: fields of 5, 6 and 5 bits, taken apart, changed and put together. */
extern unsigned short __VERIFIER_nondet_ushort(void);

struct colour {
    unsigned red : 5;
    unsigned green : 6;
    unsigned blue : 5;
};

static struct colour unpack(unsigned short packed)
{
    struct colour c;
    c.red = packed >> 11;
    c.green = packed >> 5 & 63;
    c.blue = packed & 31;
    return c;
}

static unsigned short pack(struct colour c)
{
    return (unsigned short)(c.red << 11 | c.green << 5 | c.blue);
}

int main(void)
{
    unsigned short packed = __VERIFIER_nondet_ushort();
    struct colour c = unpack(packed);
    int grey = (c.red * 2 + c.green * 3 + c.blue) / 8;

    if (pack(c) != packed)
        return -1;
    c.red = c.red + 1;
    c.blue = c.blue - 1;
    c.green ^= 1;
    if (c.red == 0)
        grey += 100;
    if (c.blue == 31)
        grey += 200;
    return grey + (pack(c) & 7);
}

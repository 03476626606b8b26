/* Gray codes: neighbours differ in one bit. */
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned encode(unsigned n) { return n ^ n >> 1; }

static unsigned decode(unsigned gray)
{
    unsigned n = 0;
    for (; gray; gray >>= 1)
        n ^= gray;
    return n;
}

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint() % 5000u;
    unsigned steps = __VERIFIER_nondet_uint() % 12u;
    unsigned changes = 0, last = encode(start);

    for (unsigned i = 1; i <= steps; i++) {
        unsigned code = encode(start + i);
        unsigned difference = code ^ last;
        if (difference == 0 || (difference & (difference - 1)) != 0)
            return -1;
        changes |= difference;
        last = code;
    }
    unsigned back = decode(last);
    return back == start + steps ? (int)(changes & 0xffu) : -2;
}

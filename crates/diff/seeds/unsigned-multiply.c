/* A product of 32 by 32 bits made of 16 bit parts, against 64 bit arithmetic. */
extern unsigned int __VERIFIER_nondet_uint(void);

struct wide {
    unsigned high, low;
};

static struct wide multiply(unsigned a, unsigned b)
{
    unsigned al = a & 0xffffu, ah = a >> 16;
    unsigned bl = b & 0xffffu, bh = b >> 16;
    unsigned ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
    unsigned middle = (ll >> 16) + (lh & 0xffffu) + (hl & 0xffffu);
    struct wide w;
    w.low = middle << 16 | (ll & 0xffffu);
    w.high = hh + (lh >> 16) + (hl >> 16) + (middle >> 16);
    return w;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    struct wide w = multiply(a, b);
    unsigned long long exact = (unsigned long long)a * b;
    unsigned long long made = (unsigned long long)w.high << 32 | w.low;

    if (exact != made)
        return -1;
    return w.high == 0 ? 1 : w.high < 65536u ? 2 : 3;
}

/* Unsigned numbers that wrap: differences of clocks, saturating sums. */
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned elapsed(unsigned from, unsigned to) { return to - from; }

static unsigned saturating(unsigned a, unsigned b)
{
    unsigned sum = a + b;
    return sum < a ? ~0u : sum;
}

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint();
    unsigned delay = __VERIFIER_nondet_uint() % 1000u;
    unsigned now = start + delay;
    unsigned passed = elapsed(start, now);
    int wrapped = now < start;
    unsigned total = saturating(start, now);
    unsigned next = now + 1u;

    if (passed != delay)
        return -1;
    if (next == 0u)
        return 7777;
    return wrapped ? (int)(passed + 2000u) : (int)(total >> 20);
}

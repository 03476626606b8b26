/* Powers modulo a prime, by squaring, and the order of an element. */
extern unsigned int __VERIFIER_nondet_uint(void);

#define PRIME 101u

static unsigned power(unsigned base, unsigned exponent)
{
    if (exponent == 0)
        return 1;
    unsigned half = power(base, exponent / 2);
    unsigned squared = half * half % PRIME;
    return exponent % 2 ? squared * base % PRIME : squared;
}

int main(void)
{
    unsigned base = __VERIFIER_nondet_uint() % PRIME;
    unsigned exponent = __VERIFIER_nondet_uint() % 1000u;
    unsigned result = power(base, exponent);
    unsigned order = 0, running = 1;

    if (base == 0)
        return (int)result;
    do {
        running = running * base % PRIME;
        order++;
    } while (running != 1 && order < PRIME);
    unsigned reduced = power(base, exponent % order);
    return result == reduced ? (int)(order * 200 + result) : -1;
}

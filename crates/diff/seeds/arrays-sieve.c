/* The sieve of Eratosthenes over bytes, and gaps between primes. */
extern unsigned char __VERIFIER_nondet_uchar(void);

#define LIMIT 64

int main(void)
{
    unsigned char composite[LIMIT + 1] = { 1, 1 };
    int bound = __VERIFIER_nondet_uchar() % (LIMIT + 1);
    int primes = 0, last = 0, gap = 0;

    for (int i = 2; i * i <= LIMIT; i++) {
        if (composite[i])
            continue;
        for (int j = i * i; j <= LIMIT; j += i)
            composite[j] = 1;
    }
    for (int i = 2; i <= bound; i++) {
        if (composite[i])
            continue;
        primes++;
        if (last != 0 && i - last > gap)
            gap = i - last;
        last = i;
    }
    return primes * 100 + gap;
}

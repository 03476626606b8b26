/* The 3n+1 sequence with a bound on its steps and on its size. */
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() & 0x3ffu;
    unsigned highest = n;
    int steps = 0;

    if (n == 0)
        n = 27;
    while (n != 1 && steps < 120) {
        if (n % 2 == 0) {
            n = n / 2;
        } else {
            if (n > 100000u)
                break;
            n = 3 * n + 1;
        }
        if (n > highest)
            highest = n;
        steps++;
    }
    return n == 1 ? steps : (int)(highest >> 8);
}

/* Shifts of all widths and signs, with amounts that stay in range. */
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);

static int rotate_left(unsigned x, unsigned by)
{
    by &= 31u;
    if (by == 0)
        return (int)(x >> 1);
    unsigned rotated = x << by | x >> (32u - by);
    return (int)(rotated >> 1);
}

int main(void)
{
    int amount = __VERIFIER_nondet_int() & 15;
    int x = __VERIFIER_nondet_int();
    long long wide = __VERIFIER_nondet_longlong();
    unsigned logical = (unsigned)x >> amount;
    int kept = x < 0 ? -1 : (int)(logical << amount ^ (unsigned)x);
    unsigned long long top = (unsigned long long)wide >> (48 + amount);
    signed char narrow = (signed char)(x & 127);
    int sum = narrow << (amount & 3);

    if (kept > 0 && kept >> amount != 0)
        return -1;
    sum += (int)(top % 1000u);
    return sum + (rotate_left((unsigned)x, (unsigned)amount) & 1);
}

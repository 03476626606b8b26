/* The greatest common divisor in two ways, by remainders and by differences. */
extern int __VERIFIER_nondet_int(void);

static int by_remainder(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int by_difference(int a, int b)
{
    if (a == 0 || b == 0)
        return a + b;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();

    if (a < 0 || a > 500)
        a = 84;
    if (b < 0 || b > 500)
        b = 30;
    int first = by_remainder(a, b);
    int second = by_difference(a, b);
    int least = first == 0 ? 0 : a / first * b;
    return first - second + least % 97;
}

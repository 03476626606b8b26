/* Digit sums, reversal and the count of digits in a chosen base. */
extern unsigned int __VERIFIER_nondet_uint(void);

struct digits {
    unsigned count;
    unsigned sum;
    unsigned reversed;
};

static struct digits digits_of(unsigned number, unsigned base)
{
    struct digits result = { 0, 0, 0 };
    do {
        unsigned digit = number % base;
        result.sum += digit;
        result.reversed = result.reversed * base + digit;
        result.count++;
        number /= base;
    } while (number != 0);
    return result;
}

int main(void)
{
    unsigned number = __VERIFIER_nondet_uint();
    unsigned base = 2 + __VERIFIER_nondet_uint() % 15u;
    struct digits digits = digits_of(number, base);

    if (digits.reversed == number && digits.count > 1)
        return -1;
    return (int)(digits.count * 1000u + digits.sum);
}

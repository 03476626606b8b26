/* Reads a decimal number with a sign from random characters, refusing overflow. */
extern char __VERIFIER_nondet_char(void);

enum result { OK, EMPTY, TOO_LARGE, TRAILING };

static int value;

static enum result parse(const char *text)
{
    int negative = 0, digits = 0;
    value = 0;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    while (*text >= '0' && *text <= '9') {
        int digit = *text++ - '0';
        if (value > (9999 - digit) / 10)
            return TOO_LARGE;
        value = value * 10 + digit;
        digits++;
    }
    if (digits == 0)
        return EMPTY;
    if (negative)
        value = -value;
    return *text ? TRAILING : OK;
}

int main(void)
{
    char text[8];
    for (int i = 0; i < 7; i++) {
        char c = __VERIFIER_nondet_char();
        text[i] = c >= 0 && c < 12 ? (char)('0' + c) : c;
    }
    text[7] = 0;
    enum result result = parse(text);
    return result == OK || result == TRAILING ? value : -100000 - (int)result;
}

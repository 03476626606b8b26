/* A recursive descent calculator for sums and products of digits, modulo 1000. */
extern unsigned int __VERIFIER_nondet_uint(void);

static char text[12];
static int at, errors;

static int sum(int depth);

static int factor(int depth)
{
    char c = text[at];
    if (c >= '0' && c <= '9') {
        at++;
        return c - '0';
    }
    if (c == '(' && depth < 4) {
        at++;
        int inside = sum(depth + 1);
        if (text[at] == ')')
            at++;
        else
            errors++;
        return inside;
    }
    errors++;
    if (c)
        at++;
    return 0;
}

static int product(int depth)
{
    int value = factor(depth);
    while (text[at] == '*') {
        at++;
        value = value * factor(depth) % 1000;
    }
    return value;
}

static int sum(int depth)
{
    int value = product(depth);
    while (text[at] == '+') {
        at++;
        value = (value + product(depth)) % 1000;
    }
    return value;
}

int main(void)
{
    static const char letters[8] = { '1', '7', '+', '*', '(', ')', '3', '9' };
    for (int i = 0; i < 11; i++)
        text[i] = letters[__VERIFIER_nondet_uint() & 7];
    text[11] = 0;
    int value = sum(0);
    return errors ? -errors : value;
}

/* Calls through a table of functions, chosen by an input. */
extern int __VERIFIER_nondet_int(void);

typedef int (*operation)(int, int);

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int constant(int a, int b) { return a == b ? 1 : 17; }

static const operation table[4] = { plus, minus, larger, constant };

static int fold(operation apply, const int *values, int count, int start)
{
    int result = start;
    for (int i = 0; i < count; i++)
        result = apply(result, values[i]);
    return result;
}

int main(void)
{
    int values[5];
    int which = __VERIFIER_nondet_int() & 3;

    for (int i = 0; i < 5; i++)
        values[i] = __VERIFIER_nondet_int() % 100;
    int folded = fold(table[which], values, 5, 3);
    int bound = fold(larger, values, 5, -100);
    return folded > bound ? folded - bound : bound;
}

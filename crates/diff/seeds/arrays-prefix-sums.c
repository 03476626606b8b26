/* Prefix sums, and the sums of windows computed from them. */
extern int __VERIFIER_nondet_int(void);

#define LENGTH 10

static int prefix[LENGTH + 1];

static void build(const int *values, int count)
{
    prefix[0] = 0;
    for (int i = 0; i < count; i++)
        prefix[i + 1] = prefix[i] + values[i];
}

static int window(int from, int to)
{
    return prefix[to] - prefix[from];
}

int main(void)
{
    int values[LENGTH];
    int best = -1000000;

    for (int i = 0; i < LENGTH; i++)
        values[i] = __VERIFIER_nondet_int() % 100;
    build(values, LENGTH);
    for (int from = 0; from < LENGTH; from++) {
        for (int to = from + 1; to <= LENGTH; to++) {
            int sum = window(from, to);
            if (sum > best)
                best = sum;
        }
    }
    return best;
}

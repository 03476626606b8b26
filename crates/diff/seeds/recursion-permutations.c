/* Counts the permutations of four numbers that are not too far from order. */
extern int __VERIFIER_nondet_int(void);

#define N 4

static int order[N];
static int taken[N];
static int limit, found;

static void place(int position)
{
    if (position == N) {
        found++;
        return;
    }
    for (int value = 0; value < N; value++) {
        int away = value > position ? value - position : position - value;
        if (taken[value] || away > limit)
            continue;
        taken[value] = 1;
        order[position] = value;
        place(position + 1);
        taken[value] = 0;
    }
}

int main(void)
{
    limit = __VERIFIER_nondet_int() & 3;
    place(0);
    return found * 10 + order[N - 1];
}

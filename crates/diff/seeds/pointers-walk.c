/* A pointer walks through an array in both directions, its distance is an index. */
extern int __VERIFIER_nondet_int(void);

#define N 8

int main(void)
{
    int cells[N];
    int *at = cells;
    int *const end = cells + N;
    long visited = 0;

    for (int i = 0; i < N; i++)
        cells[i] = i + 1;
    for (int step = 0; step < 20; step++) {
        int wanted = __VERIFIER_nondet_int();
        if (wanted > 0 && at + 1 < end)
            at++;
        else if (wanted < 0 && at > cells)
            at--;
        *at += 1;
        visited += at - cells;
    }
    int position = (int)(at - cells);
    return position * 10 + cells[position] % 10 + (visited > 40 ? 1000 : 0);
}

/* Bubble sort that stops when nothing moved. */
extern int __VERIFIER_nondet_int(void);

#define N 7

int main(void)
{
    int a[N];
    int swaps = 0, rounds = 0, moved = 1;

    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    while (moved) {
        moved = 0;
        for (int i = 0; i + 1 < N - rounds; i++) {
            if (a[i] > a[i + 1]) {
                int kept = a[i];
                a[i] = a[i + 1];
                a[i + 1] = kept;
                swaps++;
                moved = 1;
            }
        }
        rounds++;
    }
    for (int i = 1; i < N; i++)
        if (a[i - 1] > a[i])
            return -1;
    return rounds * 100 + swaps;
}

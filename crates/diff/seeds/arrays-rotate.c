/* Rotation of an array by three reversals. */
extern unsigned int __VERIFIER_nondet_uint(void);

#define N 9

static void reverse(int *first, int count)
{
    for (int i = 0; i < count / 2; i++) {
        int kept = first[i];
        first[i] = first[count - 1 - i];
        first[count - 1 - i] = kept;
    }
}

int main(void)
{
    int ring[N];
    int by = (int)(__VERIFIER_nondet_uint() % N);
    int moved = 0;

    for (int i = 0; i < N; i++)
        ring[i] = i * 10;
    reverse(ring, by);
    reverse(ring + by, N - by);
    reverse(ring, N);
    for (int i = 0; i < N; i++) {
        if (ring[i] != i * 10)
            moved++;
    }
    return ring[0] + moved;
}

/* Counting sort of bytes and the median. */
extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 9
#define RANGE 16

int main(void)
{
    unsigned char input[N], output[N];
    int counts[RANGE + 1] = { 0 };
    int runs = 1;

    for (int i = 0; i < N; i++) {
        input[i] = __VERIFIER_nondet_uchar() % RANGE;
        counts[input[i] + 1]++;
    }
    for (int v = 0; v < RANGE; v++)
        counts[v + 1] += counts[v];
    for (int i = 0; i < N; i++)
        output[counts[input[i]]++] = input[i];
    for (int i = 1; i < N; i++) {
        if (output[i] < output[i - 1])
            return -1;
        if (output[i] != output[i - 1])
            runs++;
    }
    return output[N / 2] * 10 + runs;
}

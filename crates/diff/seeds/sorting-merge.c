/* Bottom-up merge sort between two arrays. */
extern int __VERIFIER_nondet_int(void);

#define N 8

static void merge(const int *from, int *to, int left, int middle, int right)
{
    int i = left, j = middle;
    for (int k = left; k < right; k++) {
        if (i < middle && (j >= right || from[i] <= from[j]))
            to[k] = from[i++];
        else
            to[k] = from[j++];
    }
}

int main(void)
{
    int one[N], two[N];
    int *from = one, *to = two;
    int passes = 0;

    for (int i = 0; i < N; i++)
        one[i] = __VERIFIER_nondet_int() % 1000;
    for (int width = 1; width < N; width *= 2) {
        for (int left = 0; left < N; left += 2 * width) {
            int middle = left + width < N ? left + width : N;
            int right = left + 2 * width < N ? left + 2 * width : N;
            merge(from, to, left, middle, right);
        }
        int *kept = from;
        from = to;
        to = kept;
        passes++;
    }
    return from[N - 1] - from[0] + passes * 10000;
}

/* Quicksort with the last element as pivot, depth counted. */
extern int __VERIFIER_nondet_int(void);

#define N 8

static int a[N];
static int deepest;

static void sort(int low, int high, int depth)
{
    if (depth > deepest)
        deepest = depth;
    if (low >= high)
        return;
    int pivot = a[high], border = low;
    for (int i = low; i < high; i++) {
        if (a[i] <= pivot) {
            int kept = a[i];
            a[i] = a[border];
            a[border] = kept;
            border++;
        }
    }
    a[high] = a[border];
    a[border] = pivot;
    sort(low, border - 1, depth + 1);
    sort(border + 1, high, depth + 1);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    sort(0, N - 1, 0);
    int inversions = 0;
    for (int i = 0; i + 1 < N; i++)
        inversions += a[i] > a[i + 1];
    return inversions * 100 + deepest;
}

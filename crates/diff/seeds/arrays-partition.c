/* The Dutch flag: three-way partition of small numbers around a pivot. */
extern int __VERIFIER_nondet_int(void);

#define N 10

int main(void)
{
    int a[N];
    int pivot = __VERIFIER_nondet_int() % 3;
    int low = 0, middle = 0, high = N;

    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int() % 3;
    while (middle < high) {
        int here = a[middle];
        if (here < pivot) {
            a[middle] = a[low];
            a[low] = here;
            low++;
            middle++;
        } else if (here > pivot) {
            high--;
            a[middle] = a[high];
            a[high] = here;
        } else {
            middle++;
        }
    }
    for (int i = low; i < high; i++)
        if (a[i] != pivot)
            return -1;
    return low * 16 + (high - low);
}

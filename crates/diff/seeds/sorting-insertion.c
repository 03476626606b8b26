/* Insertion sort of records by a key, stable. */
extern int __VERIFIER_nondet_int(void);

#define N 6

struct record {
    short key;
    short born;
};

static void sort(struct record *r, int n)
{
    for (int i = 1; i < n; i++) {
        struct record kept = r[i];
        int j = i;
        while (j > 0 && r[j - 1].key > kept.key) {
            r[j] = r[j - 1];
            j--;
        }
        r[j] = kept;
    }
}

int main(void)
{
    struct record records[N];
    int stable = 1, ties = 0;

    for (int i = 0; i < N; i++) {
        records[i].key = (short)(__VERIFIER_nondet_int() % 4);
        records[i].born = (short)i;
    }
    sort(records, N);
    for (int i = 1; i < N; i++) {
        if (records[i].key == records[i - 1].key) {
            ties++;
            if (records[i].born < records[i - 1].born)
                stable = 0;
        }
    }
    return stable ? ties : -1;
}

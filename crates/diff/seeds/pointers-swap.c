/* Values exchanged through pointers, and pointers exchanged through pointers to them. */
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void order(int **small, int **large)
{
    if (**small > **large) {
        int *kept = *small;
        *small = *large;
        *large = kept;
    }
}

int main(void)
{
    int x = __VERIFIER_nondet_int() % 50;
    int y = __VERIFIER_nondet_int() % 50;
    int old = x;
    int *p = &x, *q = &y;

    swap(&x, &y);
    if (y != old)
        return -1000;
    order(&p, &q);
    *p = *p - 1;
    *q = *q + 1;
    return (*q - *p) + (p == &x ? 500 : 600);
}

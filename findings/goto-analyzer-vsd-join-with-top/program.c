int nondet(void);

int main(void)
{
    int a[2];
    int *p = a;
    int j = nondet() ? 0 : 1;
    int i = 0;
    if (!nondet()) {
    } else {
        i = 1;
        p[j] = 7;
    }
    __CPROVER_assert(i == 0, "CHECK");
    return 0;
}

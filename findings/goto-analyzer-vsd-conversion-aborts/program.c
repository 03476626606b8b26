int nondet(void);

int main(void)
{
    int m = nondet();
    if (m < -3 || m > 3)
        return 0;
    unsigned n = (unsigned)m;
    __CPROVER_assert(n != 4, "CHECK");
    return 0;
}

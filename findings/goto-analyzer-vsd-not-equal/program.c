unsigned nondet(void);

int main(void)
{
    unsigned n = nondet();
    if (n <= 9 && n != 3)
        __CPROVER_assert(n != 5, "CHECK");
    return 0;
}

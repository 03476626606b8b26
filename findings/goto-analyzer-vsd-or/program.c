unsigned nondet(void);

int main(void)
{
    unsigned n = nondet();
    __CPROVER_assume(n < 3 || n > 5);
    __CPROVER_assert(n != 7, "CHECK");
    return 0;
}

unsigned nondet(void);
void reached(void);

void f(void)
{
    unsigned n = nondet();
    if (n + 1u == 0u)
        reached();
}

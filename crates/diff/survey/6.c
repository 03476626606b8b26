extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int limit(int x)
{
    if (x > 10)
        return 10;
    return x;
}
int main(void)
{
    int x = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(limit(x) != 11);
    return 0;
}

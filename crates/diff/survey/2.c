extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int x = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(2 * x != 34);
    return 0;
}

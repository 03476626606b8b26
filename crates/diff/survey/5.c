extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int x = __VERIFIER_nondet_uchar();
    __VERIFIER_assert((x == 1) != 99);
    return 0;
}

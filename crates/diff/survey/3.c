extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char y = x + 1;
    __VERIFIER_assert(y != 0);
    return 0;
}

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    __VERIFIER_assert(y > x);
    return 0;
}

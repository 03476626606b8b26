extern void __VERIFIER_assert(int);
int main(void)
{
    int x;
    __VERIFIER_assert(x != 5);
    return 0;
}

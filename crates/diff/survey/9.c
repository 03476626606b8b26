extern void __VERIFIER_assert(int);
int main(void)
{
    int sum;
    int i;
    for (i = 1; i <= 4; i++)
        sum = sum + i;
    __VERIFIER_assert(sum == 10);
    return 0;
}

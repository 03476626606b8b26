extern void __VERIFIER_assert(int);
int main(void)
{
    int i = 0;
    while (i < 100) {
        i = i + 1;
    }
    __VERIFIER_assert(i != 10);
    return 0;
}

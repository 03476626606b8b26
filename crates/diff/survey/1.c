extern void __VERIFIER_assert(int);
int main(void)
{
    int i = 0;
    while (i < 100) {
        __VERIFIER_assert(i != 13);
        i = i + 1;
    }
    return 0;
}

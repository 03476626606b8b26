static int down(int n)
{
    if (n <= 0)
        return 0;
    return down(n - 1);
}

int main(void)
{
    down(3);
    __CPROVER_assert(0, "CHECK");
    return 0;
}

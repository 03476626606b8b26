/* Two variables are compared: 0 < 10 holds, so the check is reached and fails. */
void __CPROVER_assert(int condition, const char *name);

int main(void)
{
    int a = 0, b = 10;
    if (a < b)
        __CPROVER_assert(0, "CHECK");
    return 0;
}

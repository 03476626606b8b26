/* Two counters that meet: one goes up, the other down, by steps that inputs choose. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = 0;
    int high = __VERIFIER_nondet_int();
    int steps = 0;

    if (high < 0 || high > 1000)
        high = 50;
    while (low < high) {
        if (__VERIFIER_nondet_int() > 0) {
            low++;
        } else {
            high--;
        }
        steps = steps + 1;
        if (steps % 7 == 0 && low + 1 < high) {
            low = low + 2;
            if (low > high)
                low = high;
        }
    }
    return steps;
}

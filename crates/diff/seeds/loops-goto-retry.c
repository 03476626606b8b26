/* A retry loop made of gotos, as drivers write them: back-off, budget, give up. */
extern int __VERIFIER_nondet_int(void);

static int attempt(int effort)
{
    int luck = __VERIFIER_nondet_int();
    if (luck == 7)
        return 2;
    return luck > effort ? 1 : 0;
}

int main(void)
{
    int tries = 0, delay = 1, waited = 0, result;

again:
    tries++;
    result = attempt(100 - tries);
    if (result == 1)
        goto done;
    if (result == 2 || tries >= 12)
        goto failed;
    waited += delay;
    if (delay < 64)
        delay *= 2;
    goto again;

failed:
    if (waited > 300)
        waited = 300;
    return -waited - 1;

done:
    return waited + tries;
}

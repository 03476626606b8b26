/* Accounts with a daily limit: deposits, withdrawals, a transfer that may fail. */
extern int __VERIFIER_nondet_int(void);

struct account {
    int balance;
    int limit;
    int taken;
};

static int withdraw(struct account *a, int amount)
{
    if (amount <= 0 || amount > a->balance)
        return 0;
    if (a->taken + amount > a->limit)
        return 0;
    a->balance -= amount;
    a->taken += amount;
    return 1;
}

static int transfer(struct account *from, struct account *to, int amount)
{
    if (to->balance > 1000000 || !withdraw(from, amount))
        return 0;
    to->balance += amount;
    return 1;
}

int main(void)
{
    struct account accounts[2] = { { 500, 200, 0 }, { 300, 1000, 0 } };
    int total = 800, failed = 0;

    for (int i = 0; i < 10; i++) {
        int from = __VERIFIER_nondet_int() & 1;
        int amount = __VERIFIER_nondet_int() % 150;
        if (!transfer(&accounts[from], &accounts[1 - from], amount))
            failed++;
        if (i == 5)
            accounts[0].taken = 0;
    }
    int now = accounts[0].balance + accounts[1].balance;
    return now == total ? accounts[0].balance * 20 + failed : -1;
}

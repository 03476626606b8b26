/* A machine that sells two goods and gives change from what it has. */
extern int __VERIFIER_nondet_int(void);

static int credit, coins_five = 4, coins_one = 6, sold;

static void insert(int coin)
{
    if (coin == 1 && coins_one < 100) {
        credit += 1;
        coins_one++;
    } else if (coin == 5 && coins_five < 100) {
        credit += 5;
        coins_five++;
    }
}

static int change(int amount)
{
    int fives = amount / 5;
    if (fives > coins_five)
        fives = coins_five;
    int ones = amount - fives * 5;
    if (ones > coins_one)
        return 0;
    coins_five -= fives;
    coins_one -= ones;
    return 1;
}

static void buy(int price)
{
    if (credit < price)
        return;
    if (change(credit - price)) {
        credit = 0;
        sold++;
    }
}

int main(void)
{
    for (int i = 0; i < 20; i++) {
        int action = __VERIFIER_nondet_int();
        if (action == 1 || action == 5)
            insert(action);
        else if (action < 0)
            buy(7);
        else
            buy(3);
    }
    int money = coins_one + coins_five * 5 - credit;
    return money * 10 + sold % 10;
}

/* Writes through pointers that may name the same variable. */
extern int __VERIFIER_nondet_int(void);

struct pair {
    int left, right;
};

static int update(int *a, int *b, const int *by)
{
    *a += *by;
    *b -= *by;
    return *a - *b;
}

int main(void)
{
    struct pair pair = { 10, 20 };
    int choice = __VERIFIER_nondet_int() & 3;
    int amount = __VERIFIER_nondet_int() % 8;
    int *first = (choice & 1) ? &pair.left : &pair.right;
    int *second = (choice & 2) ? &pair.left : &pair.right;
    int result = update(first, second, &amount);

    if (first == second && result != 0)
        return -1;
    amount = pair.left;
    result += update(&pair.left, &pair.right, &amount);
    return result + pair.left * 2 + pair.right;
}

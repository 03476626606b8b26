// A callee changes a global variable.
// truth: safe

extern void __VERIFIER_assert(int);

static int total;

static void add(int amount) {
    total += amount;
}

int main(void) {
    add(2);
    add(3);
    __VERIFIER_assert(total == 5);
    return 0;
}

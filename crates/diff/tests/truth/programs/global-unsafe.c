// A callee changes a global variable for one input.
// truth: unsafe
// inputs: 1

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int total;

static void add(int amount) {
    if (amount == 1) {
        total = 11;
    }
}

int main(void) {
    add(__VERIFIER_nondet_int());
    __VERIFIER_assert(total != 11);
    return 0;
}

// A call through a pointer.
// truth: unsafe
// inputs: 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int one(void) {
    return 1;
}

static int two(void) {
    return 2;
}

int main(void) {
    int (*chosen)(void) = __VERIFIER_nondet_int() ? one : two;
    __VERIFIER_assert(chosen() != 2);
    return 0;
}

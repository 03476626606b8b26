// Nothing is both negative and positive.
// truth: safe

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x > 0) {
        __VERIFIER_assert(0);
    }
    return 0;
}

// A conversion cuts bits off.
// truth: unsafe
// inputs: 577

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 256) {
        return 0;
    }
    __VERIFIER_assert((unsigned char)x != 65);
    return 0;
}

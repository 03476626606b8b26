// Two variables stay equal.
// truth: safe

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int y = x;
    x++;
    y++;
    __VERIFIER_assert(x == y);
    return 0;
}

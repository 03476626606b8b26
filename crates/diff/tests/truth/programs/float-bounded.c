// A float stays between bounds.
// truth: safe

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int input = __VERIFIER_nondet_int();
    float part = input / 4294967296.0f;
    __VERIFIER_assert(part >= -0.5f && part <= 0.5f);
    return 0;
}

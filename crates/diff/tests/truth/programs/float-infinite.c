// A product of floats becomes infinite, and all that follows is defined.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

int main(void) {
    double x = 1e200;
    double square = x * x;
    __VERIFIER_assert(square < 1.7e308);
    return 0;
}

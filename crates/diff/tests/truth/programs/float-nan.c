// The difference of infinities is no number, and is not equal to itself. (Squared once, the number would be finite where
// the compiler calculates with 80 bits, as it may for 32-bit programs.)
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

int main(void) {
    double x = 1e200;
    for (int i = 0; i < 6; i++) {
        x = x * x;
    }
    double difference = x - x;
    __VERIFIER_assert(difference == difference);
    return 0;
}

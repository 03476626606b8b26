// A sum of small types is an int.
// truth: safe

extern void __VERIFIER_assert(int);

int main(void) {
    unsigned char c = 255;
    __VERIFIER_assert(c + 1 == 256);
    return 0;
}

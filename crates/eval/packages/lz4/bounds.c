// How large results may become.
#include "lz4.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int size = __VERIFIER_nondet_int();
    int bound = LZ4_compressBound(size);
    int state = LZ4_sizeofState();
    if (size > 0 && size < 1000 && bound < size)
        return 1;
    return state < bound;
}

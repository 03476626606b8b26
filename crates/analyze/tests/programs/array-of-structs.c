// Fields of elements.
#include "verifier.h"

struct Item { int key, value; };
int main(void) {
    struct Item items[3] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
    items[1].value = 25;
    __VERIFIER_assert(items[1].key == 2 && items[1].value == 25); // PROVED
    unsigned k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(k < 3);
    items[k].key = 0; // PROVED index
    __VERIFIER_assert(items[0].value == 10); // PROVED
    __VERIFIER_assert(items[0].key == 1); // MUST-WARN
    return 0;
}

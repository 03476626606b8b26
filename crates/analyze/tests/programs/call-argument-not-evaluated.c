// Some questions to the compiler do not evaluate what they ask about.
#include "verifier.h"

int main(void) {
    int i = 0;
    int known = __builtin_constant_p(i++);
    __VERIFIER_assert(i == 0); // PROVED
    unsigned long size = __builtin_object_size(&i + i++, 0);
    __VERIFIER_assert(i == 0); // PROVED
    return known || size == 0;
}

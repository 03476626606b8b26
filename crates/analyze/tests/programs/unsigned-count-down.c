// Counting down past zero: the condition i >= 0 is always true.
#include "verifier.h"

int main(void) {
    for (unsigned i = 10; i >= 0; i--) {
        __VERIFIER_assert(i <= 10); // MUST-WARN
    }
    return 0;
}

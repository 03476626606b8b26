// Ten times a tenth is not one.
#include "verifier.h"

int main(void) {
    float sum = 0.0f;
    for (int i = 0; i < 10; i++)
        sum += 0.1f;
    __VERIFIER_assert(sum == 1.0f); // MUST-WARN
    return 0;
}

// Complex numbers are not modelled, and nothing is claimed about them.
#include "verifier.h"

int main(void) {
    _Complex double z = 3.0;
    z = z * z;
    double r = __real__ z;
    __VERIFIER_assert(r == 3.0); // MUST-WARN
    return 0;
}

// So do parameters.
#include "verifier.h"

static int *kept;
static void keep(int n) {
    kept = &n;
    *kept = 2; // PROVED access
}

int main(void) {
    keep(1);
    return *kept; // DEFINITE access
}

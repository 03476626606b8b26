// A null pointer in every run.
#include "verifier.h"

int main(void) {
    int *p = 0;
    *p = 1; // DEFINITE access
    return 0;
}

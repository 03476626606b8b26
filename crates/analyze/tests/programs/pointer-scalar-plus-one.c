// A pointer to a single variable, moved on.
#include "verifier.h"

int main(void) {
    int x = 1;
    int *p = &x;
    p++;
    return *p; // MUST-WARN access
}

// An off-by-one error in a loop.
#include "verifier.h"

int main(void) {
    int a[10];
    for (int i = 0; i <= 10; i++)
        a[i] = i; // MUST-WARN index
    return 0;
}

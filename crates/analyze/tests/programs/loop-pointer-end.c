// A loop until a pointer equals the end.
#include "verifier.h"

int main(void) {
    char text[6] = { 1, 2, 3, 4, 5, 6 };
    char *p = text, *end = text + 6;
    int sum = 0;
    while (p != end)
        sum += *p++;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(sum == 0); // MUST-WARN
    return *p; // MUST-WARN access
}

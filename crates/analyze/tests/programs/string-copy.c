// A copy loop with side effects in its condition.
#include "verifier.h"

int main(void) {
    char from[] = "xyz", to[4];
    char *p = from, *q = to;
    while ((*q++ = *p++))
        ;
    __VERIFIER_assert(to[0] == 'y'); // MUST-WARN
    return 0;
}

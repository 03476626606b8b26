// snprintf fills its buffer, printf's %n writes a count.
#include "verifier.h"

extern int snprintf(char *to, unsigned long n, const char *format, ...);
int main(void) {
    char buffer[8] = "zzz";
    int x = 3;
    snprintf(buffer, sizeof buffer, "%d", 42);
    __VERIFIER_assert(x == 3); // PROVED
    __VERIFIER_assert(buffer[0] == 'z'); // MUST-WARN
    return 0;
}

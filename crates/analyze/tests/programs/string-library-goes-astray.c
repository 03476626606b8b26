// What a library function writes beyond an object may change anything in memory.
#include "verifier.h"

extern void *memset(void *to, int byte, unsigned long n);
extern char *strcpy(char *to, const char *from);
static struct { char text[4]; int next; } s = { "abc", 5 };
static char before[4] = "xyz";
int main(void) {
    int local = 3;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 6)
        n = 6;
    memset(s.text, 0, n); // PROVED access
    __VERIFIER_assert(s.next == 5); // MUST-WARN
    __VERIFIER_assert(before[0] == 'x'); // PROVED
    if (__VERIFIER_nondet_bool()) {
        strcpy(before, "abcdefgh"); // MUST-WARN access
    }
    __VERIFIER_assert(local == 3); // PROVED
    return 0;
}

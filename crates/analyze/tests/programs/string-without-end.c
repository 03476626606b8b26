// What reads a string reads up to its end.
#include "verifier.h"

extern unsigned long strlen(const char *text);
extern int strcmp(const char *a, const char *b);
int main(void) {
    char whole[4] = "abc", open[3] = { 'a', 'b', 'c' };
    int n = (int)strlen(whole); // PROVED access
    __VERIFIER_assert(n == 3); // PROVED
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return (int)strlen(open); // MUST-WARN access
    case 1:
        open[__VERIFIER_nondet_bool()] = 0;
        return strcmp(whole, open); // PROVED access
    }
    return 0;
}

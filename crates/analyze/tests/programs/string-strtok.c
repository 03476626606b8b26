// strtok writes into the string of an earlier call.
#include "verifier.h"

extern char *strtok(char *s, const char *d);
extern char *strtok_r(char *s, const char *d, char **rest);
int main(void) {
    char s[] = "a,b,c", t[] = "a,b,c", *rest;
    strtok(s, ",");
    if (s[3] == ',') {
        strtok(0, ",");
        if (__VERIFIER_nondet_bool())
            __VERIFIER_assert(s[3] == ','); // MUST-WARN
    }
    strtok_r(t, ",", &rest);
    if (t[3] == ',') {
        strtok_r(0, ",", &rest);
        __VERIFIER_assert(t[3] == ','); // MUST-WARN
    }
    return 0;
}

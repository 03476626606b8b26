// Strings whose bytes are known compare as they do; of others only what the known bytes decide.
#include "verifier.h"

extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, unsigned long n);
extern int memcmp(const void *a, const void *b, unsigned long n);
int main(void) {
    char own[8] = "abc";
    __VERIFIER_assert(strcmp(own, "abc") == 0); // PROVED
    __VERIFIER_assert(strcmp(own, "abd") < 0); // PROVED
    __VERIFIER_assert(strcmp("b", own) > 0); // PROVED
    __VERIFIER_assert(strcmp("\xff", "a") > 0); // PROVED
    __VERIFIER_assert(strcmp(own, "ab") > 0); // PROVED
    __VERIFIER_assert(strncmp(own, "abd", 2) == 0); // PROVED
    __VERIFIER_assert(memcmp(own, "abcd", 3) == 0); // PROVED
    __VERIFIER_assert(memcmp(own, "abx", 3) < 0); // PROVED
    own[2] = __VERIFIER_nondet_char();
    __VERIFIER_assert(strncmp(own, "abz", 2) == 0); // PROVED
    __VERIFIER_assert(strcmp(own, "b") < 0); // PROVED
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_assert(strcmp(own, "abc") == 0); // MUST-WARN
    } else {
        __VERIFIER_assert(strcmp("x", "x") != 0); // MUST-WARN
    }
    return 0;
}

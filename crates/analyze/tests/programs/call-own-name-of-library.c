// A function with the name of a library function and another prototype is another function.
#include "verifier.h"

int actual(char *to, int n) {
    to[0] = 9;
    return n;
}
extern int send(char *to, int n) __attribute__((alias("actual")));
int main(void) {
    char text[2] = { 1, 2 };
    send(text, 2);
    __VERIFIER_assert(text[0] == 1); // MUST-WARN
    return 0;
}

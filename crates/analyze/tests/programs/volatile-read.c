// Every read of a volatile variable may give another value.
#include "verifier.h"

volatile int port;
int main(void) {
    port = 1;
    int a = port;
    int x = 4;
    __VERIFIER_assert(x == 4); // PROVED
    return a == port;
}

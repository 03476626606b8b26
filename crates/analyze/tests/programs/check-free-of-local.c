// A variable was not allocated.
#include "verifier.h"

extern void free(void *p);
int main(void) {
    int local = 1;
    free(&local); // DEFINITE free
    return 0;
}

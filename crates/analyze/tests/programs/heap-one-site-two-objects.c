// One call of malloc in a loop makes many objects.
#include "verifier.h"

extern void *malloc(unsigned long n);
int main(void) {
    int *p[2];
    for (int i = 0; i < 2; i++) {
        p[i] = malloc(sizeof(int));
        if (!p[i])
            return 0;
        *p[i] = i;
    }
    *p[1] = 5;
    __VERIFIER_assert(*p[0] == 5); // MUST-WARN
    __VERIFIER_assert(*p[1] == 5); // HOLDS
    return 0;
}

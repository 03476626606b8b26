// Two structs share one heap object.
#include "verifier.h"

extern void *malloc(unsigned long n);
struct H { int *data; };
int main(void) {
    struct H a, b;
    a.data = malloc(sizeof(int));
    if (!a.data)
        return 0;
    *a.data = 1;
    b = a;
    *b.data = 2;
    __VERIFIER_assert(*a.data == 1); // MUST-WARN
    return 0;
}

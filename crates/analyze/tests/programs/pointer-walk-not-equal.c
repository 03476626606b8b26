// A pointer goes from one end of an array to the other, and stops when it is there.
#include "verifier.h"

int large[100];
int main(void) {
    int small[10];
    for (int *p = small; p != small + 10; p++)
        *p = 1; // PROVED access
    for (int *p = large, *end = &large[100]; p != end; p++)
        *p = 1; // PROVED access
    int *last = small + 9;
    while (last != small)
        *last-- = 2; // PROVED access
    for (int *p = small; p != small + 11; p++)
        *p = 3; // MUST-WARN access
    return 0;
}

// Variables whose address is taken, written through pointers, on some paths or all.
//! checks: all
#include "verifier.h"

static void set(int *to) { *to = 3; }
static int read(const int *from) {
    if (*from > 2) // MUST-WARN uninitialised
        return 1;
    return 0;
}

int main(void) {
    int seen = 0, v, w, x, y, c = __VERIFIER_nondet_int();
    set(&w);
    if (w == 3) // PROVED uninitialised
        seen++;
    int *p = &x;
    if (c > 0)
        *p = 1;
    if (c > 0 && x == 1) // PROVED uninitialised standard
        seen++;
    if (c == 5)
        set(&v);
    if (v == 3) // MUST-WARN uninitialised
        seen++;
    if (c > 1 && read(&y))
        seen++;
    for (int i = 0; i < 3; i++) {
        int fresh, *q = &fresh;
        if (q && fresh == 1) // MUST-WARN uninitialised
            seen++;
    }
    return seen > 9;
}

// Floats in structs, arrays, parameters, results and on the heap.
#include "verifier.h"
#include <stdlib.h>
#include <string.h>

struct Point { double x, y; int tag; };
static const double table[3] = {0.5, 1.5, 2.5};
static float zeros[4];

static double twice(double value) { return value * 2.0; }
static struct Point mirrored(struct Point p) {
    struct Point q = p;
    q.x = -p.x;
    return q;
}

int main(void) {
    struct Point p = {1.0, 2.0, 3};
    struct Point q = mirrored(p);
    __VERIFIER_assert(q.x == -1.0 && q.y == 2.0); // PROVED
    __VERIFIER_assert(twice(p.y) == 4.0); // PROVED
    __VERIFIER_assert(zeros[2] == 0.0f); // PROVED
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 3)
        __VERIFIER_assert(table[i] >= 0.5 && table[i] <= 2.5); // PROVED
    double *h = malloc(sizeof *h);
    if (!h)
        return 0;
    *h = 3.0;
    __VERIFIER_assert(*h > 2.0); // PROVED
    double copy[2] = {7.0, 8.0}, to[2];
    memcpy(to, copy, sizeof to);
    __VERIFIER_assert(to[1] == 8.0); // PROVED
    memset(to, 0, sizeof to);
    __VERIFIER_assert(to[1] == 0.0); // PROVED
    ((unsigned char *)to)[7] = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(to[0] == 0.0); // MUST-WARN
    unsigned long *bits = (unsigned long *)&p.y;
    *bits = __VERIFIER_nondet_ulong();
    __VERIFIER_assert(p.y == 2.0); // MUST-WARN
    return 0;
}

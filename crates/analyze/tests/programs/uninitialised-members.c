// Members of structs, copies of them, and a union, whose members share their bytes.
//! checks: all
#include "verifier.h"

struct pair {
    char tag;
    int x, y;
};
static int sum(struct pair p) {
    return p.x + 1; // PROVED uninitialised
}
static struct pair make(int x) {
    struct pair p;
    p.x = x;
    p.tag = 1;
    return p;
}

int main(void) {
    int seen = 0;
    struct pair s;
    s.x = 1;
    struct pair t = s;
    if (t.x == 1) // PROVED uninitialised
        seen++;
    seen += sum(s);
    struct pair m = make(4);
    if (m.x == 4 && m.tag == 1) // PROVED uninitialised
        seen++;
    union {
        int i;
        unsigned char b[4];
    } u;
    u.i = 5;
    if (u.b[2] == 5) // PROVED uninitialised
        seen++;
    struct pair z = { 0 };
    if (z.y == 1) // PROVED uninitialised
        seen++;
    if (__VERIFIER_nondet_int() == 3) {
        if (m.y == 2) // MUST-WARN uninitialised
            seen++;
    }
    if (t.y == 2) // DEFINITE uninitialised
        seen++;
    return seen > 9;
}

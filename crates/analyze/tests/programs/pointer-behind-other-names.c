// What is behind a parameter is known, until it is written by another name.
#include "verifier.h"

struct part { int a, b; };
struct whole { struct part first; struct part second; };
union view { int number; unsigned char bytes[4]; };
int shared;
struct part *kept;

void twice(int *p, int *q) {
    *p = 6;
    *q = 7;
    __VERIFIER_assert(*p == 6); // MUST-WARN
}
void with_global(int *p) {
    *p = 6;
    shared = 7;
    __VERIFIER_assert(*p == 6); // MUST-WARN
}
void by_parameter(int *p) {
    shared = 6;
    *p = 7;
    __VERIFIER_assert(shared == 6); // MUST-WARN
}
void overlapping(struct part *p, struct part *q) {
    p->b = 6;
    q->a = 7;
    __VERIFIER_assert(p->b == 6); // MUST-WARN
}
void bytes(struct part *p, char *q) {
    p->a = 6;
    *q = 7;
    __VERIFIER_assert(p->a == 6); // MUST-WARN
}
void parts(union view *p) {
    p->number = 6;
    p->bytes[0] = 7;
    __VERIFIER_assert(p->number == 6); // MUST-WARN
}
void copied(struct part *p, struct part *q) {
    p->a = 6;
    q->a = 7;
    *p = *q;
    __VERIFIER_assert(p->a == 6); // MUST-WARN
}
void moved(int *p) {
    p[0] = 6;
    p[1] = 7;
    p++;
    __VERIFIER_assert(*p == 6); // MUST-WARN
}
void change(void) {
    if (kept) kept->a++;
}
void called(struct part *p) {
    p->a = 6;
    change();
    __VERIFIER_assert(p->a == 6); // MUST-WARN
}
void members(struct part *p) {
    p->a = 6;
    p->b = 7;
    __VERIFIER_assert(p->a == 6); // PROVED
    if (p->b > p->a) {
        __VERIFIER_assert(p->b >= 7); // PROVED
    }
}
int main(void) {
    int x = 0, y = 0, pair[2] = {0, 0};
    struct whole w = {{0, 0}, {0, 0}};
    union view v = {0};
    members(&w.second);
    switch (__VERIFIER_nondet_int()) {
    case 1: twice(&x, &y); break;
    case 2: twice(&x, &x); break;
    case 3: with_global(&x); break;
    case 4: with_global(&shared); break;
    case 5: by_parameter(&x); break;
    case 6: by_parameter(&shared); break;
    case 7: overlapping(&w.first, &w.second); break;
    case 8: overlapping(&w.first, (struct part *)&w.first.b); break;
    case 9: bytes(&w.first, (char *)&w.second); break;
    case 10: bytes(&w.first, (char *)&w.first); break;
    case 11: parts(&v); break;
    case 12: copied(&w.first, &w.second); break;
    case 13: moved(pair); break;
    case 14: called(&w.first); break;
    case 15:
        kept = &w.first;
        called(&w.first);
        break;
    }
    return 0;
}

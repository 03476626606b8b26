// What calls back: to sort, to search, at the end.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define USE(n) (void)(n)

static int asked, last;
static int by_size(const void *a, const void *b) {
    const int *x = a, *y = b;
    asked++;
    last = *x;
    return (*x > *y) - (*x < *y);
}
static int backwards(const void *a, const void *b) { return by_size(b, a); }
struct pair { short key; char name; };
static int by_key(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    int difference = x->key - y->key;
    return difference;
}

static void sorted(int n) {
    int a[5] = { 4, 9, 1, 7, n & 15 };
    qsort(a, 5, sizeof *a, by_size);
    int first = a[0], end = a[4], times = asked, some = last;
    USE(first), USE(end), USE(times), USE(some);
    { int b[3] = { 1, 2, 3 }; qsort(b, 3, sizeof *b, backwards); int c = b[0]; USE(c); }
    { int b[3] = { 3, 2, 1 }; qsort(b, 0, sizeof *b, by_size); int c = b[0]; USE(c); }
    { int b[3] = { 3, 2, 1 }; qsort(b + 1, 2, sizeof *b, by_size); int c = b[0], d = b[2]; USE(c), USE(d); }
    { int b[12]; for (int i = 0; i < 12; i++) b[i] = 12 - i; qsort(b, n & 7, sizeof *b, by_size); int c = b[0], d = b[11]; USE(c), USE(d); }
    { struct pair p[3] = { { 5, 'a' }, { 2, 'b' }, { 3, 'c' } }; qsort(p, 3, sizeof *p, by_key); int c = p[0].key, d = p[0].name; USE(c), USE(d); }
}

static void found(int n) {
    int a[5] = { 1, 3, 5, 7, 9 };
    asked = 0;
    int *p = bsearch(&n, a, 5, sizeof *a, by_size);
    int at = p ? (int)(p - a) : -1, times = asked;
    USE(at), USE(times);
    if (p) {
        int value = *p;
        USE(value);
        *p = 4;
        int c = a[2];
        USE(c);
    }
    { int seven = 7; int *q = bsearch(&seven, a + 2, 3, sizeof *a, by_size); int at = q ? (int)(q - a) : -1; USE(at); }
    { int *q = bsearch(&n, a, 0, sizeof *a, by_size); int is = q != 0; USE(is); }
}

static int ended;
static void end(void) { ended = 1; }
static void end_with(int status, void *what) { *(int *)what = status; }
int main(void) {
    sorted(__VERIFIER_nondet_int());
    found(__VERIFIER_nondet_int());
    int r = atexit(end), s = at_quick_exit(end), t = on_exit(end_with, &ended), e = ended;
    USE(r), USE(s), USE(t), USE(e);
    return 0;
}

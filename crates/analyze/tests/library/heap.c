// Memory that is given out and taken back.
#define _GNU_SOURCE
#include <alloca.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define USE(n) (void)(n)

static void given(int n) {
    if (n < 0 || n > 20)
        return;
    { char *p = malloc(n); int is = p != 0; USE(is); if (p && n > 3) { p[3] = 5; int c = p[3]; USE(c); } free(p); }
    { char *p = malloc(0); int is = p != 0; USE(is); free(p); }
    { int *p = malloc((size_t)-1 / 4); int is = p != 0; USE(is); free(p); }
    { int *p = calloc(n, 4); if (p && n > 2) { int c = p[2]; USE(c); p[1] = 7; } free(p); }
    { int *p = calloc((size_t)1 << 40, (size_t)1 << 40); int is = p != 0; USE(is); }
    { int *p = calloc(3, sizeof *p); if (p) { int c = p[0] + p[2]; USE(c); } free(p); }
    { char *p = aligned_alloc(64, 64); if (p) { p[63] = 1; int a = (int)((unsigned long)p % 64), c = p[63]; USE(a), USE(c); } free(p); }
    { char *p = memalign(32, n); int is = p != 0; USE(is); free(p); }
    { char *p = valloc(16); if (p) { p[15] = 1; int c = p[15]; USE(c); } free(p); }
    { char *p = alloca(8); memset(p, 3, 8); int c = p[7]; USE(c); }
    { char *p = alloca(n); if (n > 0) { p[n - 1] = 4; int c = p[n - 1]; USE(c); } }
}

static void moved(int n) {
    if (n < 4 || n > 20)
        return;
    { int *p = malloc(8); if (p) { p[0] = 1; p[1] = 2; int *q = realloc(p, 4 * (size_t)n); if (q) { int c = q[1]; USE(c); q[n - 1] = 3; int d = q[n - 1]; USE(d); free(q); } else free(p); } }
    { int *p = realloc(0, 8); if (p) { p[1] = 2; int c = p[1]; USE(c); } free(p); }
    { int *p = malloc(16); if (p) { p[3] = 9; p[0] = 4; int *q = realloc(p, 4); if (q) { int c = q[0]; USE(c); } free(q); } }
    { int *p = reallocarray(0, n, 4); if (p) { p[n - 1] = 2; int c = p[n - 1]; USE(c); } free(p); }
    { int *p = reallocarray(0, (size_t)1 << 40, (size_t)1 << 40); int is = p != 0; USE(is); }
    free(0);
}

int main(void) {
    given(__VERIFIER_nondet_int() & 31);
    moved(__VERIFIER_nondet_int() & 31);
    return 0;
}

// What does not come back.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert(const char *, const char *, int);
extern void __longjmp_chk(struct __jmp_buf_tag *, int) __attribute__((noreturn));
extern int (setjmp)(jmp_buf) __attribute__((returns_twice));
static jmp_buf place;
static sigjmp_buf other;
static int steps;

static void leap(int n) {
    steps = n;
    switch (n) {
    case 0: longjmp(place, 3);
    case 1: _longjmp(place, 0);
    case 2: siglongjmp(other, 2);
    case 3: __longjmp_chk(place, 5);
    }
    steps = 9;
}

static void jumps(int n) {
    int came = 1;
    if (n == 2) {
        int r = __sigsetjmp(other, 1), is = r != 0;
        (void)is;
        if (r == 0)
            leap(n);
        came = r;
    } else {
        int r = n & 1 ? _setjmp(place) : (setjmp)(place);
        if (r == 0)
            leap(n);
        came = r;
    }
    int c = came, s = steps;
    (void)c, (void)s;
}

static void expected(int n) {
    long r = __builtin_expect(n & 3, 1), s = __builtin_expect_with_probability(n & 3, 1, 0.5);
    int a[4] = { 1, 2, 3, 4 }, *p = __builtin_assume_aligned(a, 4), c = p[1];
    (void)r, (void)s, (void)c;
    int child = vfork();
    if (child == 0)
        _exit(0);
    int is = child > 0;
    (void)is;
}

int main(void) {
    int which = (unsigned)__VERIFIER_nondet_int() % 10, after = 0;
    jumps((unsigned)__VERIFIER_nondet_int() % 4);
    expected(__VERIFIER_nondet_int());
    switch (which) {
    case 0: abort(); after = 1; break;
    case 1: __builtin_trap(); after = 1; break;
    case 2: exit(0); after = 1; break;
    case 3: _exit(0); after = 1; break;
    case 4: _Exit(0); after = 1; break;
    case 5: quick_exit(0); after = 1; break;
    case 6: pthread_exit(0); after = 1; break;
    case 7: __assert_fail("x", "y", 1, "z"); after = 1; break;
    case 8: __assert_perror_fail(2, "y", 1, "z"); after = 1; break;
    case 9: __assert("x", "y", 1); after = 1; break;
    }
    int a = after;
    (void)a;
    return 0;
}

// Calls beyond the depth to which they are followed: how results relate to arguments and variables, whatever the depth.
#include "verifier.h"

static int looks;

static int depth, deepest;

static int count(int n) {
    __VERIFIER_assert(n <= 1000000); // PROVED standard
    if (looks == 1)
        __VERIFIER_assert(n >= -100); // MUST-WARN
    if (n <= 0)
        return 0;
    return 1 + count(n - 1);
}

static unsigned divisor(unsigned a, unsigned b) { return b == 0 ? a : divisor(b, a % b); }

static int ninety(int n) { return n > 100 ? n - 10 : ninety(ninety(n + 11)); }

static int gather(int n, int sum) {
    if (n <= 0)
        return sum;
    return gather(n - 1, sum < 1000 ? sum + 1 : sum);
}

static void dive(unsigned n) {
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (n > 0)
        dive(n / 2);
    depth--;
}

static double halved(double x) { return x > 1 ? halved(x / 2) : x; }

static unsigned char fall(unsigned char n) { return n == 0 ? 0 : fall(n - 1) + 1; }

int main(void) {
    looks = __VERIFIER_nondet_uchar() % 16;
    int n = __VERIFIER_nondet_int();
    if (n > 1000000)
        return 0;
    int r = count(n % 300);
    __VERIFIER_assert(r >= 0 && r <= 1000000); // PROVED standard
    __VERIFIER_assert(n % 300 < 0 || r <= 300); // HOLDS
    if (looks == 2)
        __VERIFIER_assert(r < 60); // MUST-WARN
    unsigned d = divisor((unsigned)n % 10000, (unsigned)__VERIFIER_nondet_int() % 10000);
    __VERIFIER_assert(d < 10000); // PROVED standard
    if (looks == 3)
        __VERIFIER_assert(d < 5000); // MUST-WARN
    int m = ninety(n % 150);
    __VERIFIER_assert(m >= 91); // PROVED standard
    __VERIFIER_assert(m <= 190); // PROVED standard
    if (looks == 4)
        __VERIFIER_assert(m != 91); // MUST-WARN
    int s = gather(n % 500, 0);
    __VERIFIER_assert(s >= 0 && s <= 1000); // PROVED standard
    if (looks == 5)
        __VERIFIER_assert(s <= 100); // MUST-WARN
    dive((unsigned)n);
    __VERIFIER_assert(depth == 0); // HOLDS
    __VERIFIER_assert(deepest >= 1); // HOLDS
    if (looks == 6)
        __VERIFIER_assert(deepest >= 10); // MUST-WARN
    double x = halved(n);
    __VERIFIER_assert(x <= 1); // HOLDS
    if (looks == 7)
        __VERIFIER_assert(x > 0.5); // MUST-WARN
    __VERIFIER_assert(fall(n & 255) == (n & 255)); // HOLDS
    return 0;
}

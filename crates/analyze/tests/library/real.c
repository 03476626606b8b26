// math.h, and what compilers say about floating numbers. What is known of a result is seen by comparing it.
#define _GNU_SOURCE
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern int finitef(float), finitel(long double);
extern int __isnan(double), __isnanf(float), __isnanl(long double), __isinf(double), __isinff(float), __isinfl(long double);
extern int isinff(float), isinfl(long double), isnanf(float), isnanl(long double);
extern int __finite(double), __finitef(float), __finitel(long double), __signbit(double), __signbitf(float), __signbitl(long double);
extern int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);

#define SEEN(r) \
    int low = (r) < -1, negative = (r) < 0, zero = (r) == 0, small = (r) <= 1, large = (r) > 4, none = (r) != (r); \
    (void)low, (void)negative, (void)zero, (void)small, (void)large, (void)none;
#define WHOLE(r) long whole = (long)(r); int sign = (r) < 0, is = (r) != 0; (void)whole, (void)sign, (void)is;

#define ONES(X) X(fabs, double) X(fabsf, float) X(fabsl, long double) X(sqrt, double) X(sqrtf, float) X(sqrtl, long double) \
    X(floor, double) X(floorf, float) X(floorl, long double) X(ceil, double) X(ceilf, float) X(ceill, long double) \
    X(trunc, double) X(truncf, float) X(truncl, long double) X(round, double) X(roundf, float) X(roundl, long double) \
    X(rint, double) X(nearbyint, double) X(rintf, float) X(nearbyintf, float) X(rintl, long double) X(nearbyintl, long double) \
    X(sin, double) X(cos, double) X(sinf, float) X(cosf, float) X(sinl, long double) X(cosl, long double) X(tanh, double) \
    X(tanhf, float) X(atan, double) X(atanf, float) X(exp, double) X(expf, float) X(expl, long double) X(log, double) \
    X(logf, float) X(logl, long double) X(cbrt, double) X(exp2, double) X(expm1, double) X(log2, double) X(log10, double) \
    X(log1p, double) X(tan, double) X(asin, double) X(acos, double) X(sinh, double) X(cosh, double) X(asinh, double) \
    X(acosh, double) X(atanh, double) X(logb, double) X(erf, double) X(erfc, double) X(tgamma, double) \
    X(significand, double) X(cbrtf, float) X(exp2f, float) X(expm1f, float) X(log2f, float) X(log10f, float) \
    X(log1pf, float) X(tanf, float) X(asinf, float) X(acosf, float) X(sinhf, float) X(coshf, float) X(logbf, float) \
    X(cbrtl, long double) X(log2l, long double) X(log10l, long double) X(tanl, long double)
#define TWOS(X) X(fmin, double) X(fminf, float) X(fminl, long double) X(fmax, double) X(fmaxf, float) X(fmaxl, long double) \
    X(fmod, double) X(fmodf, float) X(fmodl, long double) X(pow, double) X(powf, float) X(powl, long double) \
    X(hypot, double) X(hypotf, float) X(hypotl, long double) X(atan2, double) X(remainder, double) X(fdim, double) \
    X(copysign, double) X(nextafter, double) X(drem, double) X(atan2f, float) X(remainderf, float) X(fdimf, float) \
    X(copysignf, float) X(atan2l, long double) X(remainderl, long double) X(fdiml, long double) X(copysignl, long double)
#define ASKED(X) X(__isnan, double) X(isnanf, float) X(__isnanf, float) X(isnanl, long double) X(__isnanl, long double) \
    X(__isinf, double) X(isinff, float) X(__isinff, float) X(isinfl, long double) X(__isinfl, long double) \
    X(__finite, double) X(finite, double) X(__finitef, float) X(__finitel, long double) X(__signbit, double) \
    X(__signbitf, float) X(__signbitl, long double) X(__fpclassify, double) X(__fpclassifyf, float) \
    X(__fpclassifyl, long double) X(__builtin_isnan, double) X(__builtin_isinf, double) X(__builtin_isfinite, double) \
    X(__builtin_isnormal, double) X(__builtin_signbit, double)
#define ROUNDED(X) X(lround, double) X(llround, double) X(lrint, double) X(llrint, double) X(ilogb, double) \
    X(lroundf, float) X(llroundf, float) X(lrintf, float) X(llrintf, float) X(ilogbf, float)
#define COMPARED(X) X(__builtin_isgreater) X(__builtin_isgreaterequal) X(__builtin_isless) X(__builtin_islessequal) \
    X(__builtin_islessgreater) X(__builtin_isunordered)

#define ONE(f, type) static void one_##f(type x) { type r = f(x); SEEN(r) \
    if (x >= -1 && x <= 2) { type s = f(x); SEEN(s) } if (x > 3 && x < 40) { type s = f(x); SEEN(s) } \
    { type s = f((type)0.5); SEEN(s) } { type s = f((type)-0.0); SEEN(s) } { type s = f((type)-2.5); SEEN(s) } }
#define TWO(f, type) static void two_##f(type x, type y) { type r = f(x, y); SEEN(r) \
    if (x >= -1 && x <= 2 && y > 1 && y < 3) { type s = f(x, y); SEEN(s) } if (x > 3 && x < 40) { type s = f(x, 2); SEEN(s) } \
    { type s = f((type)0.5, (type)-0.0); SEEN(s) } { type s = f(-3, 2); SEEN(s) } { type s = f((type)NAN, 1); SEEN(s) } \
    { type s = f(0, 0); SEEN(s) } }
#define ASK(f, type) static void ask_##f(type x) { int r = f(x); WHOLE(r) \
    if (x >= -1 && x <= 2) { int s = f(x); WHOLE(s) } { int s = f((type)NAN); WHOLE(s) } { int s = f((type)-INFINITY); WHOLE(s) } \
    { int s = f((type)-2.5); WHOLE(s) } { int s = f((type)0); WHOLE(s) } }
#define ROUND(f, type) static void round_##f(type x) { if (x > -900 && x < 900) { long r = f(x); WHOLE(r) } \
    { long s = f((type)-2.5); WHOLE(s) } { long s = f((type)0.5); WHOLE(s) } }
#define COMPARE(f) static void compare_##f(double x, double y) { int r = f(x, y); WHOLE(r) { int s = f(1.0, 2.0); WHOLE(s) } { int s = f(2.0, 1.0); WHOLE(s) } { int s = f(NAN, 1.0); WHOLE(s) } }
ONES(ONE)
TWOS(TWO)
ASKED(ASK)
ROUNDED(ROUND)
COMPARED(COMPARE)

static void rest(double x, double y) {
    { double r = fma(x, y, 1), s = fma(2, 3, -6); SEEN(s) int n = r != r; (void)n; }
    { float r = fmaf((float)x, 2, 1), s = fmaf(2, 3, 1); SEEN(s) int n = r != r; (void)n; }
    { double r = ldexp(x, 2), s = ldexp(0.5, 3), t = scalbn(1, 3); SEEN(s) int n = r != r, m = t == 8; (void)n; (void)m; }
    { int e = 77; double r = frexp(x, &e), before = e; SEEN(r) (void)before; }
    { int e = 77; double r = frexp(12, &e); int four = e == 4; SEEN(r) (void)four; }
    { double whole = 77, r = modf(x, &whole); SEEN(r) int same = whole == 77; (void)same; }
    { double whole = 77, r = modf(-2.5, &whole); SEEN(r) int two = whole == -2; (void)two; }
    { float whole = 77, r = modff(2.5f, &whole); SEEN(r) int two = whole == 2; (void)two; }
    { double r = nan(""); SEEN(r) }
    { float r = nanf("1"); SEEN(r) }
    { long double r = nanl(""); SEEN(r) }
    { double r = __builtin_huge_val(), s = __builtin_inf(); SEEN(r) int n = s > r; (void)n; }
    { float r = __builtin_huge_valf(), s = __builtin_inff(); SEEN(r) int n = s > r; (void)n; }
    { long double r = __builtin_huge_vall(), s = __builtin_infl(); SEEN(r) int n = s > r; (void)n; }
    { int r = __builtin_fpclassify(0, 1, 2, 3, 4, x), s = __builtin_fpclassify(0, 1, 2, 3, 4, 0.0); WHOLE(r) (void)s; }
}

#define CALL_ONE(f, type) one_##f((type)__VERIFIER_nondet_double());
#define CALL_TWO(f, type) two_##f((type)__VERIFIER_nondet_double(), (type)__VERIFIER_nondet_double());
#define CALL_ASK(f, type) ask_##f((type)__VERIFIER_nondet_double());
#define CALL_ROUND(f, type) round_##f((type)__VERIFIER_nondet_double());
#define CALL_COMPARE(f) compare_##f(__VERIFIER_nondet_double(), __VERIFIER_nondet_double());
int main(void) {
    ONES(CALL_ONE)
    TWOS(CALL_TWO)
    ASKED(CALL_ASK)
    ROUNDED(CALL_ROUND)
    COMPARED(CALL_COMPARE)
    rest(__VERIFIER_nondet_double(), __VERIFIER_nondet_double());
    return 0;
}

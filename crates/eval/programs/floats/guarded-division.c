/* A quotient is formed only if the divisor is far from zero; it must then be bounded. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static double ratio(double n, double d, double otherwise) {
  if (d > 0.5 || d < -0.5) {
    return n / d;
  }
  return otherwise;
}

int main(void) {
  double n = __VERIFIER_nondet_double();
  double d = __VERIFIER_nondet_double();
  if (!(n >= -100.0 && n <= 100.0)) {
    return 0;
  }
  double q = ratio(n, d, 0.0);
  __VERIFIER_assert(q == q);
  __VERIFIER_assert(q <= 200.0);
  __VERIFIER_assert(q >= -200.0);
  double unguarded = ratio(n, 0.25, n * 4.0);
  __VERIFIER_assert(unguarded >= -400.0 && unguarded <= 400.0);
  return 0;
}

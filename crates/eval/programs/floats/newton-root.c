/* Newton's iteration for the square root of a whole number from 1 to 16; the result must be close. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static double root(double x) {
  double guess = x > 1.0 ? x / 2.0 : 1.0;
  int step;
  for (step = 0; step < 6; step++) {
    guess = (guess + x / guess) / 2.0;
  }
  return guess;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 16) {
    return 0;
  }
  double r = root((double)n);
  __VERIFIER_assert(r > 0.0);
  __VERIFIER_assert(r <= 16.5);
  __VERIFIER_assert(r * r - n < 0.001);
  if (n == 1) {
    __VERIFIER_assert(r == 1.0);
  }
  return 0;
}

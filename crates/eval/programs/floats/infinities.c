/* Products that overflow become infinite, and arithmetic with infinities follows IEEE 754. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1e200 && x <= 1e300)) {
    return 0;
  }
  double square = x * x;
  double inverse = 1.0 / square;
  double nothing = square - square;
  __VERIFIER_assert(square > 1.7976931348623157e308);
  __VERIFIER_assert(inverse == 0.0);
  __VERIFIER_assert(nothing != nothing);
  __VERIFIER_assert(!(nothing < 1.0) && !(nothing >= 1.0));
  __VERIFIER_assert(x / square * square == x); /* FAILS */
  return 0;
}

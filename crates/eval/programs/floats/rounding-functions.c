/* floor, ceil and fabs of a bounded double must enclose it. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
extern double floor(double);
extern double ceil(double);
extern double fabs(double);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -50.0 && x <= 50.0)) {
    return 0;
  }
  double below = floor(x);
  double above = ceil(x);
  __VERIFIER_assert(below <= x && x <= above);
  __VERIFIER_assert(above - below <= 1.0);
  __VERIFIER_assert(fabs(x) <= 50.0);
  __VERIFIER_assert((int)above >= -50 && (int)above <= 50);
  if (x > 0.0) {
    __VERIFIER_assert(fabs(x) == x);
  }
  return 0;
}

/* A sensor value is clamped to [0, 100], NaN counts as the lower end; the result must lie in the range. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static double clamp(double value, double low, double high) {
  if (!(value >= low)) {
    return low;
  }
  if (value > high) {
    return high;
  }
  return value;
}

int main(void) {
  double raw = __VERIFIER_nondet_double();
  double level = clamp(raw, 0.0, 100.0);
  __VERIFIER_assert(level >= 0.0);
  __VERIFIER_assert(level <= 100.0);
  __VERIFIER_assert(level == level);
  if (raw > 5.0 && raw < 10.0) {
    __VERIFIER_assert(level == raw);
  }
  __VERIFIER_assert(level < 100.0); /* FAILS */
  return 0;
}

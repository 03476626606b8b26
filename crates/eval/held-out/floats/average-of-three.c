/* The mean of three readings lies within their range. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  double sum = 0.0;
  double low = 100.0;
  for (int i = 0; i < 3; i++) {
    double reading = __VERIFIER_nondet_double();
    if (!(reading >= -40.0 && reading <= 85.0)) {
      reading = 0.0;
    }
    sum += reading;
    if (reading < low) {
      low = reading;
    }
    __VERIFIER_assert(sum >= -40.0 * (i + 1));
  }
  double mean = sum / 3.0;
  __VERIFIER_assert(mean <= 85.0);
  __VERIFIER_assert(mean >= -40.0);
  __VERIFIER_assert(low >= -40.0);
  __VERIFIER_assert(low <= 85.0);
  __VERIFIER_assert(low < mean); /* FAILS */
  return 0;
}

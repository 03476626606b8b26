/* Integers of up to 24 bits survive the way to float and back; larger ones need not. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= -16777216 && n <= 16777216) {
    float f = (float)n;
    __VERIFIER_assert((int)f == n);
    if (n > 0) {
      __VERIFIER_assert(f >= 1.0f);
    }
    double half = n / 2.0;
    __VERIFIER_assert(half * 2.0 == (double)f);
  } else if (n > 16777216 && n < 100000000) {
    float f = (float)n;
    __VERIFIER_assert(f >= 16777216.0f && f <= 100000000.0f);
    __VERIFIER_assert((int)f == n); /* FAILS */
  }
  return 0;
}

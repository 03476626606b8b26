/* Factorials with unsigned arithmetic: small ones are exact, and beyond one all are even. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int factorial(unsigned int n) {
  return n == 0 ? 1u : n * factorial(n - 1);
}

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n > 20) {
    return 0;
  }
  unsigned int f = factorial(n);
  __VERIFIER_assert(factorial(5) == 120u);
  if (n >= 2) {
    __VERIFIER_assert(f % 2 == 0);
  }
  if (n <= 12) {
    __VERIFIER_assert(f >= n);
  }
  __VERIFIER_assert(n == 0 || f >= factorial(n - 1)); /* FAILS */
  return 0;
}

/* Counting the binary digits of a number. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int digits(unsigned int n) {
  if (n < 2) {
    return 1;
  }
  return 1 + digits(n / 2);
}

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n > 1000) {
    return 0;
  }
  unsigned int d = digits(n);
  __VERIFIER_assert(d >= 1);
  __VERIFIER_assert(d <= 10);
  __VERIFIER_assert(n < 512 || d == 10);
  __VERIFIER_assert(digits(255) == 8);
  __VERIFIER_assert(digits(256) == 9);
  __VERIFIER_assert(d < 10); /* FAILS */
  return 0;
}

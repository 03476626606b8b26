/* The digits of a number are counted and added by recursion. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int digits(unsigned int n) {
  return n < 10 ? 1 : 1 + digits(n / 10);
}

static unsigned int digit_sum(unsigned int n) {
  return n < 10 ? n : n % 10 + digit_sum(n / 10);
}

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  int d = digits(n);
  __VERIFIER_assert(d >= 1);
  __VERIFIER_assert(d <= 10);
  if (n >= 100 && n < 1000) {
    __VERIFIER_assert(d == 3);
  }
  __VERIFIER_assert(digit_sum(1234) == 10);
  if (n < 1000) {
    __VERIFIER_assert(digit_sum(n) <= 27);
  }
  __VERIFIER_assert(digit_sum(n) <= 80); /* FAILS */
  return 0;
}

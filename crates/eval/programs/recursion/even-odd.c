/* Even and odd call each other down to zero; they must exclude each other. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int odd(unsigned int n);

static int even(unsigned int n) {
  return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned int n) {
  return n == 0 ? 0 : even(n - 1);
}

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n > 25) {
    return 0;
  }
  __VERIFIER_assert(even(10) == 1);
  __VERIFIER_assert(even(n) == 0 || even(n) == 1);
  __VERIFIER_assert(even(n) != odd(n));
  __VERIFIER_assert(odd(n) == (int)(n % 2));
  return 0;
}

/* Powers by squaring with unsigned arithmetic; they must agree with known values. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int power(unsigned int base, unsigned int exponent) {
  if (exponent == 0) {
    return 1;
  }
  unsigned int half = power(base, exponent / 2);
  return exponent % 2 ? half * half * base : half * half;
}

int main(void) {
  unsigned int e = __VERIFIER_nondet_uint();
  if (e > 31) {
    return 0;
  }
  unsigned int p = power(2, e);
  __VERIFIER_assert(power(3, 4) == 81u);
  __VERIFIER_assert(power(1, e) == 1u);
  __VERIFIER_assert(p == 1u << e);
  __VERIFIER_assert(power(e, 0) == 1u);
  __VERIFIER_assert(p < 0x80000000u); /* FAILS */
  return 0;
}

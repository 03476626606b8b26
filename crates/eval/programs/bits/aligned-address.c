/* Sizes are rounded to multiples of sixteen by masking; the result must be aligned and minimal. */
extern void abort(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned long align(unsigned long n) {
  return (n + 15ul) & ~15ul;
}

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 1000000ul) {
    return 0;
  }
  unsigned long a = align(n);
  __VERIFIER_assert((a & 15ul) == 0);
  __VERIFIER_assert(a % 16 == 0);
  __VERIFIER_assert(a >= n && a - n < 16);
  __VERIFIER_assert(align(a) == a);
  __VERIFIER_assert(a <= 1000000ul);
  return 0;
}

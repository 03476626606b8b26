/* The mean of two words without overflow lies between them. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int mean = (a & b) + ((a ^ b) >> 1);
  unsigned int low = a < b ? a : b;
  unsigned int high = a < b ? b : a;
  __VERIFIER_assert(low <= high);
  __VERIFIER_assert(mean >= low);
  __VERIFIER_assert(mean <= high);
  __VERIFIER_assert(mean - low <= high - mean);
  __VERIFIER_assert(mean == (a + b) / 2); /* FAILS */
  return 0;
}

/* A number is rounded up to a power of two by smearing its bits. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 0x10000u) {
    return 0;
  }
  unsigned int p = n - 1;
  p |= p >> 1;
  p |= p >> 2;
  p |= p >> 4;
  p |= p >> 8;
  p |= p >> 16;
  p++;
  __VERIFIER_assert((p & (p - 1)) == 0);
  __VERIFIER_assert(p >= n);
  __VERIFIER_assert(p <= 0x10000u);
  __VERIFIER_assert(p < 2 * n || n == 1);
  __VERIFIER_assert(p > n); /* FAILS */
  return 0;
}

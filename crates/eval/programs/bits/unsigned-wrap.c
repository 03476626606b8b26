/* Differences of a wrapping clock must be right even across the turn. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int start = __VERIFIER_nondet_uint();
  unsigned int length = __VERIFIER_nondet_uint();
  if (length > 1000) {
    return 0;
  }
  unsigned int end = start + length;
  __VERIFIER_assert(end - start == length);
  __VERIFIER_assert(end - start <= 1000);
  if (start < 0xffff0000u) {
    __VERIFIER_assert(end >= start);
  }
  __VERIFIER_assert(start - end == 0u - length);
  __VERIFIER_assert(end >= length); /* FAILS */
  return 0;
}

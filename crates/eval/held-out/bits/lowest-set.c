/* The lowest set bit of a number is isolated and removed. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int word = __VERIFIER_nondet_uint();
  if (word == 0) {
    return 0;
  }
  unsigned int low = word & (0u - word);
  unsigned int rest = word & (word - 1);
  __VERIFIER_assert(low != 0);
  __VERIFIER_assert((low & rest) == 0);
  __VERIFIER_assert((low | rest) == word);
  __VERIFIER_assert(low <= word);
  __VERIFIER_assert(rest < word);
  __VERIFIER_assert(rest != 0); /* FAILS */
  return 0;
}

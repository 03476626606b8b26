/* A number is halved until it is small; the loop runs at least once and ends below the bound. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int halvings = 0;
  unsigned int start = n;
  do {
    n /= 2;
    halvings++;
  } while (n >= 10);
  __VERIFIER_assert(n < 10);
  __VERIFIER_assert(halvings >= 1 && halvings <= 29);
  __VERIFIER_assert(n <= start);
  if (start < 20) {
    __VERIFIER_assert(halvings == 1);
  }
  __VERIFIER_assert(n >= 5); /* FAILS */
  return 0;
}

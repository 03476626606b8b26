/* A million rounds with two linked variables; the end must be known without running them all. */
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  long i = 0;
  long twice = 0;
  int parity = 0;
  while (i < 1000000) {
    i++;
    twice += 2;
    parity = 1 - parity;
  }
  __VERIFIER_assert(i == 1000000);
  __VERIFIER_assert(twice == 2000000);
  __VERIFIER_assert(parity == 0 || parity == 1);
  __VERIFIER_assert(twice == 2 * i);
  __VERIFIER_assert(parity == 1); /* FAILS */
  return 0;
}

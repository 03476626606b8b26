/* A counter grows in steps of three up to a bound; its residue must stay. */
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int x = 1;
  int steps = 0;
  while (x < 100) {
    x += 3;
    steps++;
  }
  __VERIFIER_assert(x >= 100);
  __VERIFIER_assert(x <= 102);
  __VERIFIER_assert(x % 3 == 1);
  __VERIFIER_assert(steps == 33);
  return 0;
}

/* Three variables grow in lockstep for an unknown number of rounds; linear relations must hold. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int x = 0;
  int y = 0;
  int z = 5;
  while (x < 100000 && __VERIFIER_nondet_bool()) {
    x += 1;
    y += 2;
    z += 3;
    if (__VERIFIER_nondet_bool()) {
      y -= 1;
    }
  }
  __VERIFIER_assert(x >= 0 && x <= 100000);
  __VERIFIER_assert(z == 3 * x + 5);
  __VERIFIER_assert(y >= x);
  __VERIFIER_assert(y <= 2 * x);
  __VERIFIER_assert(x + y <= z);
  __VERIFIER_assert(y < 2 * x || x == 0); /* FAILS */
  return 0;
}

/* A charge is halved in every step; it stays positive and falls. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  float charge = __VERIFIER_nondet_float();
  if (!(charge >= 1.0f && charge <= 1024.0f)) {
    return 0;
  }
  for (int step = 0; step < 10; step++) {
    float before = charge;
    charge = charge * 0.5f;
    __VERIFIER_assert(charge < before);
    __VERIFIER_assert(charge > 0.0f);
  }
  __VERIFIER_assert(charge <= 1.0f);
  __VERIFIER_assert(charge >= 0.0009765625f);
  __VERIFIER_assert(charge == charge);
  __VERIFIER_assert(charge < 0.75f); /* FAILS */
  return 0;
}

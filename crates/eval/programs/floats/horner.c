/* A cubic is evaluated by Horner's rule on [0, 1]; bounds of the value must hold at each step. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  static const float coefficient[4] = {0.25f, -0.5f, 0.75f, 0.125f};
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x <= 1.0f)) {
    return 0;
  }
  float value = 0.0f;
  int i;
  for (i = 0; i < 4; i++) {
    value = value * x + coefficient[i];
    __VERIFIER_assert(value >= -1.0f && value <= 2.0f);
  }
  __VERIFIER_assert(i == 4);
  __VERIFIER_assert(value > 0.0f);
  __VERIFIER_assert(value <= 0.876f);
  return 0;
}

/* An angle from [-1000, 1000] is brought into [-180, 180] by whole turns. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  float angle = __VERIFIER_nondet_float();
  int turns = 0;
  if (!(angle >= -1000.0f && angle <= 1000.0f)) {
    return 0;
  }
  while (angle > 180.0f) {
    angle -= 360.0f;
    turns++;
  }
  while (angle < -180.0f) {
    angle += 360.0f;
    turns--;
  }
  __VERIFIER_assert(angle <= 180.0f);
  __VERIFIER_assert(angle >= -180.0f);
  __VERIFIER_assert(turns >= -3 && turns <= 3);
  float next = angle + 90.0f;
  __VERIFIER_assert(next <= 270.0f);
  __VERIFIER_assert(next <= 180.0f); /* FAILS */
  return 0;
}

/* A curve is interpolated between five points; values must lie between the lowest and the highest. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static const float curve[5] = {1.0f, 3.0f, 2.0f, 5.0f, 4.0f};

static float look_up(float x) {
  int cell = (int)x;
  if (cell >= 4) {
    return curve[4];
  }
  float part = x - (float)cell;
  __VERIFIER_assert(part >= 0.0f && part < 1.0f);
  return curve[cell] + part * (curve[cell + 1] - curve[cell]);
}

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x <= 4.0f)) {
    return 0;
  }
  float y = look_up(x);
  __VERIFIER_assert(y >= 1.0f);
  __VERIFIER_assert(y <= 5.0f);
  if (x < 1.0f) {
    __VERIFIER_assert(y <= 3.0f);
  }
  return 0;
}

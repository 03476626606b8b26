/* Readings that are no numbers are replaced before they spread. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static float last = 1.0f;
static float cleaned(float raw) {
  if (raw != raw) {
    return last;
  }
  if (raw > 8.0f) {
    raw = 8.0f;
  } else if (raw < 0.125f) {
    raw = 0.125f;
  }
  last = raw;
  return raw;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    float reading = cleaned(__VERIFIER_nondet_float());
    __VERIFIER_assert(reading == reading);
    __VERIFIER_assert(reading >= 0.125f);
    __VERIFIER_assert(reading <= 8.0f);
    float gain = 1.0f / reading;
    __VERIFIER_assert(gain >= 0.125f && gain <= 8.0f);
    __VERIFIER_assert(gain * reading != 0.0f);
  }
  __VERIFIER_assert(last > 0.125f); /* FAILS */
  return 0;
}

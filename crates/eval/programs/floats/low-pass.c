/* A low-pass filter over inputs from [-1, 1] must stay close to that range for ever. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  float state = 0.0f;
  int samples = 0;
  while (__VERIFIER_nondet_bool()) {
    float input = __VERIFIER_nondet_float();
    if (!(input >= -1.0f && input <= 1.0f)) {
      input = 0.0f;
    }
    state = 0.75f * state + 0.25f * input;
    if (samples < 1000) {
      samples++;
    }
    __VERIFIER_assert(state <= 1.001f);
    __VERIFIER_assert(state >= -1.001f);
  }
  __VERIFIER_assert(state == state);
  __VERIFIER_assert(samples == 0 || state != 0.0f); /* FAILS */
  return 0;
}

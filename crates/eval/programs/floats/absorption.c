/* Large floats absorb small ones: adding one to 2^24 changes nothing, and order of addition matters. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  float big = 16777216.0f;
  float tiny = __VERIFIER_nondet_float();
  if (!(tiny > 0.0f && tiny < 0.5f)) {
    return 0;
  }
  float sum = big + 1.0f;
  __VERIFIER_assert(sum == big);
  __VERIFIER_assert(big + tiny == big);
  __VERIFIER_assert((tiny + tiny) + big >= big);
  __VERIFIER_assert((1.0f + tiny) - 1.0f <= 0.5f);
  __VERIFIER_assert((1.0f + tiny) - 1.0f > 0.0f); /* FAILS */
  return 0;
}

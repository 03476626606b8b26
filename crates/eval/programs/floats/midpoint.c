/* The midpoint of two bounded floats must lie between them, and the sum must stay finite. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  float a = __VERIFIER_nondet_float();
  float b = __VERIFIER_nondet_float();
  if (!(a >= -1000.0f && a <= 1000.0f)) {
    return 0;
  }
  if (!(b >= a && b <= 1000.0f)) {
    return 0;
  }
  float sum = a + b;
  float middle = sum / 2.0f;
  __VERIFIER_assert(sum <= 2000.0f && sum >= -2000.0f);
  __VERIFIER_assert(middle >= -1000.0f);
  __VERIFIER_assert(middle <= 1000.0f);
  __VERIFIER_assert(middle >= a && middle <= b);
  return 0;
}

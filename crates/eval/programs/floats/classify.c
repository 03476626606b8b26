/* A float is put into one of five classes; each class must agree with comparisons. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum kind { NOT_A_NUMBER, INFINITE, ZERO, SMALL, ORDINARY };

static enum kind classify(float x) {
  if (x != x) {
    return NOT_A_NUMBER;
  }
  if (x > 3.4028234663852886e38f || x < -3.4028234663852886e38f) {
    return INFINITE;
  }
  if (x == 0.0f) {
    return ZERO;
  }
  if (x < 1.0f && x > -1.0f) {
    return SMALL;
  }
  return ORDINARY;
}

int main(void) {
  float x = __VERIFIER_nondet_float();
  enum kind kind = classify(x);
  if (kind == SMALL) {
    __VERIFIER_assert(x * x <= 1.0f);
  }
  if (kind == ORDINARY) {
    __VERIFIER_assert(x >= 1.0f || x <= -1.0f);
    __VERIFIER_assert(1.0f / x <= 1.0f);
  }
  if (kind == ZERO || kind == SMALL) {
    __VERIFIER_assert((int)x == 0);
  }
  if (kind != NOT_A_NUMBER) {
    __VERIFIER_assert(x - x == 0.0f); /* FAILS */
  }
  return 0;
}

/* A brightness in [0, 1] is turned into a byte and used as an index; it must never leave the table. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int histogram[256];

int main(void) {
  int i;
  int total = 0;
  for (i = 0; i < 8; i++) {
    float brightness = __VERIFIER_nondet_float();
    if (!(brightness >= 0.0f)) {
      brightness = 0.0f;
    }
    if (brightness > 1.0f) {
      brightness = 1.0f;
    }
    int bucket = (int)(brightness * 255.0f);
    __VERIFIER_assert(bucket >= 0 && bucket < 256);
    histogram[bucket]++;
    total++;
    if (brightness < 0.5f) {
      __VERIFIER_assert(bucket <= 127);
    }
  }
  __VERIFIER_assert(total == 8);
  __VERIFIER_assert(histogram[255] <= 8);
  return 0;
}

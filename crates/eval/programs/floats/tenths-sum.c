/* Ten tenths are added: near one, but not one; eight eighths are one exactly. */
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  double tenths = 0.0;
  double eighths = 0.0;
  int i;
  for (i = 0; i < 10; i++) {
    tenths += 0.1;
  }
  for (i = 0; i < 8; i++) {
    eighths += 0.125;
  }
  double error = tenths - 1.0;
  if (error < 0.0) {
    error = -error;
  }
  __VERIFIER_assert(eighths == 1.0);
  __VERIFIER_assert(error < 1e-12);
  __VERIFIER_assert(tenths > 0.99);
  __VERIFIER_assert(tenths == 1.0); /* FAILS */
  return 0;
}

/* A battery drains by a varying load and is charged below a fifth; the charge must stay within limits. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  double charge = 0.4;
  int charging = 0;
  int hour;
  for (hour = 0; hour < 8; hour++) {
    double load = __VERIFIER_nondet_double();
    if (!(load >= 0.0 && load <= 0.1)) {
      load = 0.05;
    }
    if (charging) {
      charge += 0.25;
      if (charge >= 1.0) {
        charge = 1.0;
        charging = 0;
      }
    } else {
      charge -= load;
      if (charge < 0.2) {
        charging = 1;
      }
    }
    __VERIFIER_assert(charge <= 1.0);
    __VERIFIER_assert(charge >= 0.1);
    __VERIFIER_assert(charging || charge >= 0.2);
  }
  return 0;
}

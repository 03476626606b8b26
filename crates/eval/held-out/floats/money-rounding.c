/* Cents are rounded to whole units and stay near the exact amount. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int cents = __VERIFIER_nondet_int();
  if (cents < 0 || cents > 100000) {
    return 0;
  }
  double amount = cents / 100.0;
  int units = (int)(amount + 0.5);
  __VERIFIER_assert(amount >= 0.0);
  __VERIFIER_assert(amount <= 1000.0);
  __VERIFIER_assert(units >= 0);
  __VERIFIER_assert(units <= 1000);
  __VERIFIER_assert(units - amount <= 0.5);
  __VERIFIER_assert(amount - units < 0.5001);
  __VERIFIER_assert(units == cents / 100); /* FAILS */
  return 0;
}

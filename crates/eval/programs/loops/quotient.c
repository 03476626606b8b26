/* Division by repeated subtraction; quotient and rest must satisfy their equation. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int dividend = __VERIFIER_nondet_int();
  int divisor = __VERIFIER_nondet_int();
  if (dividend < 0 || dividend > 60 || divisor < 1 || divisor > 60) {
    return 0;
  }
  int quotient = 0;
  int rest = dividend;
  while (rest >= divisor) {
    rest -= divisor;
    quotient++;
  }
  __VERIFIER_assert(rest >= 0);
  __VERIFIER_assert(rest < divisor);
  __VERIFIER_assert(quotient <= dividend);
  __VERIFIER_assert(quotient * divisor + rest == dividend);
  __VERIFIER_assert(quotient > 0 || rest == dividend);
  return 0;
}

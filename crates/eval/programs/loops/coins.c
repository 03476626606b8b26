/* An amount is paid with coins of three kinds greedily; value and number of coins must fit. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int amount = __VERIFIER_nondet_int();
  if (amount < 0 || amount > 200) {
    return 0;
  }
  int rest = amount;
  int tens = 0;
  int fives = 0;
  int ones = 0;
  while (rest >= 10) {
    rest -= 10;
    tens++;
  }
  while (rest >= 5) {
    rest -= 5;
    fives++;
  }
  while (rest > 0) {
    rest--;
    ones++;
  }
  __VERIFIER_assert(rest == 0);
  __VERIFIER_assert(fives <= 1);
  __VERIFIER_assert(ones <= 4);
  __VERIFIER_assert(tens <= 20);
  __VERIFIER_assert(10 * tens + 5 * fives + ones == amount);
  __VERIFIER_assert(tens + fives + ones <= 23); /* FAILS */
  return 0;
}

/* A vending machine takes coins of one and two for a price of five; it never keeps more than the price. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int credit = 0;
  int sold = 0;
  int taken = 0;
  int returned = 0;
  int i;
  for (i = 0; i < 16; i++) {
    unsigned int input = __VERIFIER_nondet_uint() % 3u;
    if (input == 2) {
      returned += credit;
      credit = 0;
    } else {
      int coin = input == 0 ? 1 : 2;
      credit += coin;
      taken += coin;
      if (credit >= 5) {
        sold++;
        returned += credit - 5;
        credit = 0;
      }
    }
    __VERIFIER_assert(credit >= 0 && credit < 5);
    __VERIFIER_assert(taken == credit + returned + 5 * sold);
  }
  __VERIFIER_assert(sold <= 5);
  __VERIFIER_assert(taken <= 32);
  __VERIFIER_assert(returned <= 32);
  return 0;
}

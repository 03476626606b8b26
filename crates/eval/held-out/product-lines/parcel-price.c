/* The price of a parcel by weight, with insurance and express as options. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int insured;
static int express;
static int price(int grams) {
  int cents = 300;
  if (grams > 1000) {
    cents += (grams - 1000) / 500 * 50;
  }
  if (insured) {
    cents += 120;
  }
  if (express) {
    cents *= 2;
  }
  return cents;
}

int main(void) {
  insured = __VERIFIER_nondet_bool();
  express = __VERIFIER_nondet_bool();
  int grams = __VERIFIER_nondet_int();
  if (grams < 1 || grams > 20000) {
    return 0;
  }
  int cents = price(grams);
  __VERIFIER_assert(cents >= 300);
  __VERIFIER_assert(cents <= 4640);
  __VERIFIER_assert(!insured || cents >= 420);
  __VERIFIER_assert(!express || cents >= 600);
  __VERIFIER_assert(express || cents <= 2320);
  __VERIFIER_assert(grams > 1000 || cents <= 840);
  __VERIFIER_assert(cents != 840); /* FAILS */
  return 0;
}

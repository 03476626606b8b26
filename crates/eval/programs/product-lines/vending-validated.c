/* Features are validated against a feature model first; only valid products reach the checks. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void exit(int);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int base;
static int card;
static int cash;
static int receipt;

static void select_features(void) {
  base = 1;
  card = __VERIFIER_nondet_bool();
  cash = __VERIFIER_nondet_bool();
  receipt = __VERIFIER_nondet_bool();
}

static int model_allows(void) {
  if (!base) {
    return 0;
  }
  if (!card && !cash) {
    return 0;
  }
  if (receipt && !card) {
    return 0;
  }
  return 1;
}

static int steps(void) {
  int n = base;
  if (card) {
    n += 2;
  }
  if (cash) {
    n += 3;
  }
  if (receipt) {
    n += 1;
  }
  return n;
}

int main(void) {
  select_features();
  if (!model_allows()) {
    exit(0);
  }
  int n = steps();
  __VERIFIER_assert(base == 1);
  __VERIFIER_assert(card || cash);
  __VERIFIER_assert(n >= 3 && n <= 7);
  __VERIFIER_assert(!receipt || n >= 4);
  __VERIFIER_assert(n != 5);
  __VERIFIER_assert(n != 6); /* FAILS */
  return 0;
}

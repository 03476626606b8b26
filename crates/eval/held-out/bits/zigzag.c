/* Signed numbers are folded to unsigned ones and back; small ones stay small. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int fold(int number) {
  return number < 0 ? 2u * (unsigned int)(-(number + 1)) + 1u : 2u * (unsigned int)number;
}

static int unfold(unsigned int code) {
  return code & 1u ? -(int)(code >> 1) - 1 : (int)(code >> 1);
}

int main(void) {
  int number = __VERIFIER_nondet_int();
  if (number < -1000 || number > 1000) {
    return 0;
  }
  unsigned int code = fold(number);
  __VERIFIER_assert(code <= 2000);
  __VERIFIER_assert((code & 1u) == (unsigned int)(number < 0));
  __VERIFIER_assert(code >> 1 <= 1000);
  __VERIFIER_assert(unfold(code) == number);
  __VERIFIER_assert(unfold(code) >= -1000);
  __VERIFIER_assert(code != 1999); /* FAILS */
  return 0;
}

/* A machine reads a signed decimal number from characters; sign, digits and value must fit. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum state { BEGIN, SIGN, DIGITS, REJECT };

int main(void) {
  enum state state = BEGIN;
  int negative = 0;
  int digits = 0;
  int value = 0;
  int i;
  for (i = 0; i < 5; i++) {
    char c = __VERIFIER_nondet_char();
    if (state == BEGIN && c == '-') {
      negative = 1;
      state = SIGN;
    } else if (state != REJECT && c >= '0' && c <= '9') {
      value = 10 * value + (c - '0');
      digits++;
      state = DIGITS;
    } else {
      state = REJECT;
    }
  }
  __VERIFIER_assert(state == DIGITS || state == REJECT);
  __VERIFIER_assert(value >= 0 && value <= 99999);
  if (state == DIGITS) {
    __VERIFIER_assert(digits + negative == 5);
    __VERIFIER_assert(!negative || value <= 9999);
    __VERIFIER_assert(value >= 1000); /* FAILS */
  }
  return 0;
}

/* A code lock with three tries; it opens only after the whole code and locks out after three errors. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum state { WAITING, ONE_RIGHT, TWO_RIGHT, OPEN, LOCKED_OUT };

int main(void) {
  enum state state = WAITING;
  int errors = 0;
  int keys = 0;
  while (state != OPEN && state != LOCKED_OUT && keys < 20) {
    unsigned int key = __VERIFIER_nondet_uint() % 10u;
    keys++;
    if (state == WAITING && key == 4) {
      state = ONE_RIGHT;
    } else if (state == ONE_RIGHT && key == 7) {
      state = TWO_RIGHT;
    } else if (state == TWO_RIGHT && key == 1) {
      state = OPEN;
    } else {
      errors++;
      state = errors >= 3 ? LOCKED_OUT : WAITING;
    }
    __VERIFIER_assert(errors >= 0 && errors <= 3);
  }
  __VERIFIER_assert(state == OPEN || state == LOCKED_OUT);
  __VERIFIER_assert(state != LOCKED_OUT || errors == 3);
  __VERIFIER_assert(state != OPEN || keys >= 3);
  __VERIFIER_assert(keys <= 9);
  __VERIFIER_assert(keys <= 8); /* FAILS */
  return 0;
}

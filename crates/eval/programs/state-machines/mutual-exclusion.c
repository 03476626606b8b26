/* Two processes take turns with flags and a turn variable, scheduled freely; never both are inside. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum place { OUTSIDE, ASKING, INSIDE };

int main(void) {
  enum place at[2] = {OUTSIDE, OUTSIDE};
  int turn = 0;
  int entries = 0;
  while (__VERIFIER_nondet_bool()) {
    int me = __VERIFIER_nondet_bool();
    int other = 1 - me;
    if (at[me] == OUTSIDE) {
      at[me] = ASKING;
      turn = other;
    } else if (at[me] == ASKING) {
      if (at[other] == OUTSIDE || turn == me) {
        at[me] = INSIDE;
        if (entries < 1000) {
          entries++;
        }
      }
    } else {
      at[me] = OUTSIDE;
    }
    __VERIFIER_assert(turn == 0 || turn == 1);
    __VERIFIER_assert(at[0] != INSIDE || at[1] != INSIDE);
    __VERIFIER_assert(at[0] <= INSIDE && at[1] <= INSIDE);
  }
  __VERIFIER_assert(entries >= 0 && entries <= 1000);
  __VERIFIER_assert(at[0] == OUTSIDE || at[1] == OUTSIDE); /* FAILS */
  return 0;
}

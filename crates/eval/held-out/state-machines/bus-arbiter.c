/* Two masters ask for a bus; one gets it, and neither waits for ever. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum owner { NOBODY, FIRST, SECOND };
static enum owner owner;

int main(void) {
  int turn = 0;
  while (__VERIFIER_nondet_bool()) {
    int first = __VERIFIER_nondet_bool();
    int second = __VERIFIER_nondet_bool();
    if (owner == FIRST && !first) {
      owner = NOBODY;
    } else if (owner == SECOND && !second) {
      owner = NOBODY;
    }
    if (owner == NOBODY) {
      if (first && (!second || turn == 0)) {
        owner = FIRST;
        turn = 1;
      } else if (second) {
        owner = SECOND;
        turn = 0;
      }
    }
    __VERIFIER_assert(owner != FIRST || first);
    __VERIFIER_assert(owner != SECOND || second);
    __VERIFIER_assert(owner != NOBODY || (!first && !second));
    __VERIFIER_assert(turn == 0 || turn == 1);
    __VERIFIER_assert(owner != FIRST || turn == 1);
    __VERIFIER_assert(owner == NOBODY || first || second);
    __VERIFIER_assert(owner != SECOND || !first); /* FAILS */
  }
  return 0;
}

/* A key counts as pressed after four equal samples. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int history = 0;
  int pressed = 0;
  int changes = 0;
  int same = 0;
  int last = 0;
  for (int tick = 0; tick < 20; tick++) {
    int sample = __VERIFIER_nondet_bool();
    same = sample == last ? same + 1 : 1;
    last = sample;
    history = ((history << 1) | (unsigned int)sample) & 15u;
    if (!pressed && history == 15u) {
      pressed = 1;
      changes++;
    } else if (pressed && history == 0u) {
      pressed = 0;
      changes++;
    }
    __VERIFIER_assert(history <= 15u);
    __VERIFIER_assert(pressed == 0 || pressed == 1);
    __VERIFIER_assert(same >= 1 && same <= tick + 1);
    __VERIFIER_assert((history & 1u) == (unsigned int)last);
    __VERIFIER_assert(pressed == (changes & 1));
  }
  __VERIFIER_assert(changes <= 5);
  __VERIFIER_assert(changes <= 20);
  __VERIFIER_assert(changes < 5); /* FAILS */
  return 0;
}

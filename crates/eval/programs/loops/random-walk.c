/* A walker between two walls takes unit steps for ever; it must never pass a wall. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int place = 0;
  int steps = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      if (place < 20) {
        place++;
      }
    } else if (place > -20) {
      place--;
    }
    if (steps < 2000000000) {
      steps++;
    }
    __VERIFIER_assert(place >= -20 && place <= 20);
    __VERIFIER_assert(place <= steps);
  }
  __VERIFIER_assert(steps >= 0);
  __VERIFIER_assert(place + steps >= 0);
  __VERIFIER_assert(place != 4); /* FAILS */
  return 0;
}

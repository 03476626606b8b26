/* A washing machine goes through its programme; the drum is locked while there is water. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum phase { OFF, FILL, WASH, DRAIN, SPIN, DONE };

int main(void) {
  enum phase phase = OFF;
  int water = 0;
  int locked = 0;
  int minutes = 0;
  while (phase != DONE) {
    switch (phase) {
    case OFF:
      if (__VERIFIER_nondet_bool()) {
        locked = 1;
        phase = FILL;
      }
      break;
    case FILL:
      water++;
      phase = water == 5 ? WASH : FILL;
      break;
    case WASH:
      minutes++;
      phase = minutes >= 8 || __VERIFIER_nondet_bool() ? DRAIN : WASH;
      break;
    case DRAIN:
      water--;
      phase = water == 0 ? SPIN : DRAIN;
      break;
    default:
      locked = 0;
      phase = DONE;
      break;
    }
    __VERIFIER_assert(water >= 0 && water <= 5);
    __VERIFIER_assert(water == 0 || locked);
    __VERIFIER_assert(phase != WASH || water == 5);
    __VERIFIER_assert(phase != SPIN || water == 0);
  }
  __VERIFIER_assert(minutes >= 1 && minutes <= 8);
  __VERIFIER_assert(minutes < 8); /* FAILS */
  return 0;
}

/* A traffic light with a request button; the lamp must follow its cycle and green lasts at least two ticks. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum lamp { RED, RED_YELLOW, GREEN, YELLOW };

int main(void) {
  enum lamp lamp = RED;
  int green_ticks = 0;
  while (__VERIFIER_nondet_bool()) {
    enum lamp before = lamp;
    switch (lamp) {
    case RED:
      if (__VERIFIER_nondet_bool()) {
        lamp = RED_YELLOW;
      }
      break;
    case RED_YELLOW:
      lamp = GREEN;
      green_ticks = 0;
      break;
    case GREEN:
      if (green_ticks >= 2 && __VERIFIER_nondet_bool()) {
        lamp = YELLOW;
      } else if (green_ticks < 10) {
        green_ticks++;
      }
      break;
    case YELLOW:
      lamp = RED;
      break;
    }
    __VERIFIER_assert(lamp >= RED && lamp <= YELLOW);
    __VERIFIER_assert(lamp != GREEN || before == GREEN || before == RED_YELLOW);
    __VERIFIER_assert(before != GREEN || lamp == GREEN || green_ticks >= 2);
    __VERIFIER_assert(before != YELLOW || lamp == RED);
  }
  __VERIFIER_assert(lamp != YELLOW); /* FAILS */
  return 0;
}

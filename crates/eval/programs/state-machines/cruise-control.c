/* A cruise control with set, brake and resume; it is active only with a stored speed and never after braking. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum mode { OFF, STANDBY, ACTIVE };

int main(void) {
  enum mode mode = OFF;
  int stored = 0;
  int speed = 50;
  int i;
  for (i = 0; i < 15; i++) {
    unsigned int input = __VERIFIER_nondet_uint() % 6u;
    if (input == 0) {
      mode = mode == OFF ? STANDBY : OFF;
      stored = 0;
    } else if (input == 1 && mode != OFF && speed >= 30) {
      stored = speed;
      mode = ACTIVE;
    } else if (input == 2) {
      speed = speed > 10 ? speed - 10 : 0;
      if (mode == ACTIVE) {
        mode = STANDBY;
      }
    } else if (input == 3 && mode == STANDBY && stored > 0) {
      mode = ACTIVE;
    } else if (input == 4 && speed < 180) {
      speed += 5;
    }
    __VERIFIER_assert(speed >= 0 && speed < 185);
    __VERIFIER_assert(mode != ACTIVE || stored >= 30);
    __VERIFIER_assert(mode != OFF || stored == 0);
    __VERIFIER_assert(input != 2 || mode != ACTIVE);
  }
  __VERIFIER_assert(mode != ACTIVE || speed >= 30); /* FAILS */
  return 0;
}

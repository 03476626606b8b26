/* A task must kick its watchdog within five ticks; the system resets exactly when it does not. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int timer = 5;
  int resets = 0;
  int running = 1;
  int silent = 0;
  while (__VERIFIER_nondet_bool()) {
    if (running) {
      if (__VERIFIER_nondet_bool()) {
        timer = 5;
        silent = 0;
      } else {
        timer--;
        silent++;
      }
      if (timer == 0) {
        running = 0;
      }
    } else {
      __VERIFIER_assert(silent == 5);
      running = 1;
      timer = 5;
      silent = 0;
      if (resets < 100) {
        resets++;
      }
    }
    __VERIFIER_assert(timer >= 0 && timer <= 5);
    __VERIFIER_assert(timer + silent == 5);
    __VERIFIER_assert(running == (timer > 0));
  }
  __VERIFIER_assert(resets <= 100);
  __VERIFIER_assert(resets < 2); /* FAILS */
  return 0;
}

/* A command follows its target by at most half a unit per tick; it must never leave the range of targets. */
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  float command = 0.0f;
  int ticks = __VERIFIER_nondet_int();
  int tick;
  for (tick = 0; tick < ticks; tick++) {
    float target = __VERIFIER_nondet_float();
    float before = command;
    if (!(target >= -10.0f && target <= 10.0f)) {
      target = 0.0f;
    }
    if (target > command + 0.5f) {
      command = command + 0.5f;
    } else if (target < command - 0.5f) {
      command = command - 0.5f;
    } else {
      command = target;
    }
    __VERIFIER_assert(command <= 10.0f);
    __VERIFIER_assert(command >= -10.0f);
    __VERIFIER_assert(command - before <= 0.75f);
  }
  return 0;
}

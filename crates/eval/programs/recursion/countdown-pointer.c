/* A counter is run down through a pointer by nested calls; all of them see the same object. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int drain(int *tank, int step) {
  if (*tank < step) {
    return 0;
  }
  *tank -= step;
  return 1 + drain(tank, step);
}

int main(void) {
  int tank = __VERIFIER_nondet_int();
  if (tank < 0 || tank > 100) {
    return 0;
  }
  int full = tank;
  int calls = drain(&tank, 7);
  __VERIFIER_assert(tank >= 0 && tank < 7);
  __VERIFIER_assert(calls >= 0 && calls <= 14);
  __VERIFIER_assert(7 * calls + tank == full);
  __VERIFIER_assert(calls == full / 7);
  return 0;
}

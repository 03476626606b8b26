/* Work goes on while both budgets last and somebody asks. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int time = __VERIFIER_nondet_int();
  int fuel = __VERIFIER_nondet_int();
  if (time < 0 || time > 30 || fuel < 0 || fuel > 30) {
    return 0;
  }
  int total = time + fuel;
  int done = 0;
  while (time > 0 && fuel > 1 && __VERIFIER_nondet_bool()) {
    time = time - 1;
    fuel = fuel - 2;
    done++;
    __VERIFIER_assert(fuel >= 0);
  }
  __VERIFIER_assert(time >= 0);
  __VERIFIER_assert(fuel >= 0);
  __VERIFIER_assert(done <= 30);
  __VERIFIER_assert(time + fuel <= total);
  __VERIFIER_assert(time + fuel + 3 * done == total);
  __VERIFIER_assert(done <= 14); /* FAILS */
  return 0;
}

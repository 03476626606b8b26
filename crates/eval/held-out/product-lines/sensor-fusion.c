/* Up to three sensors vote; the number that is needed depends on the variant. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int installed[3];
static int value[3];

int main(void) {
  int count = 0;
  for (int i = 0; i < 3; i++) {
    installed[i] = __VERIFIER_nondet_bool();
    count += installed[i];
  }
  int needed = count == 3 ? 2 : 1;
  int votes = 0;
  for (int i = 0; i < 3; i++) {
    value[i] = 0;
    if (installed[i]) {
      value[i] = __VERIFIER_nondet_int() > 500;
      votes += value[i];
    }
  }
  int alarm = votes >= needed;
  __VERIFIER_assert(count >= 0 && count <= 3);
  __VERIFIER_assert(votes <= count);
  __VERIFIER_assert(votes >= 0);
  __VERIFIER_assert(!alarm || votes > 0);
  __VERIFIER_assert(count != 0 || !alarm);
  __VERIFIER_assert(installed[1] || value[1] == 0);
  __VERIFIER_assert(count != 3 || alarm == (votes >= 2));
  __VERIFIER_assert(alarm || votes == 0); /* FAILS */
  return 0;
}

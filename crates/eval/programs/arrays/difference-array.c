/* Ranges are raised by a difference array and summed up; only cells inside a range may be raised. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 10
int main(void) {
  int change[SIZE + 1] = {0};
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  if (from < 0 || from > to || to >= SIZE) {
    return 0;
  }
  change[from] += 5;
  change[to + 1] -= 5;
  int level = 0;
  int raised = 0;
  int i;
  for (i = 0; i < SIZE; i++) {
    level += change[i];
    __VERIFIER_assert(level == 0 || level == 5);
    if (level == 5) {
      __VERIFIER_assert(i >= from && i <= to);
      raised++;
    }
  }
  __VERIFIER_assert(raised == to - from + 1);
  __VERIFIER_assert(level + change[SIZE] == 0);
  return 0;
}

/* The three-n-plus-one sequence from a small start, for at most forty steps. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int steps = 0;
  if (n < 1 || n > 12) {
    return 0;
  }
  while (n != 1 && steps < 40) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps++;
    __VERIFIER_assert(n >= 1);
    __VERIFIER_assert(n <= 52);
  }
  __VERIFIER_assert(n == 1);
  __VERIFIER_assert(steps <= 19);
  return 0;
}

/* The sum of one to n by recursion must equal the closed form. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int sum_to(int n) {
  if (n <= 0) {
    return 0;
  }
  return n + sum_to(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40) {
    return 0;
  }
  int sum = sum_to(n);
  __VERIFIER_assert(sum >= 0);
  __VERIFIER_assert(sum >= n);
  __VERIFIER_assert(sum == n * (n + 1) / 2);
  __VERIFIER_assert(sum_to(4) == 10);
  return 0;
}

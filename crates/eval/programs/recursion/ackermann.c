/* Ackermann's function for small arguments; its values exceed the second argument. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int ackermann(int m, int n) {
  if (m == 0) {
    return n + 1;
  }
  if (n == 0) {
    return ackermann(m - 1, 1);
  }
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int m = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2 || n < 0 || n > 2) {
    return 0;
  }
  int a = ackermann(m, n);
  __VERIFIER_assert(a >= 1);
  __VERIFIER_assert(a > n);
  __VERIFIER_assert(a <= 7);
  if (m == 1) {
    __VERIFIER_assert(a == n + 2);
  }
  return 0;
}

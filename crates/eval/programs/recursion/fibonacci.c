/* Fibonacci numbers by double recursion; known values and growth must hold. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int fibonacci(int n) {
  if (n < 2) {
    return n;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) {
    return 0;
  }
  int f = fibonacci(n);
  __VERIFIER_assert(fibonacci(7) == 13);
  __VERIFIER_assert(f >= 0);
  __VERIFIER_assert(f <= 21);
  __VERIFIER_assert(f >= n - 1);
  __VERIFIER_assert(f >= n); /* FAILS */
  return 0;
}

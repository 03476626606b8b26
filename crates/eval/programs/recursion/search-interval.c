/* Bisection by recursion finds the whole root of a square; the interval must close around it. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int bisect(int square, int low, int high) {
  __VERIFIER_assert(low <= high);
  if (low == high) {
    return low;
  }
  int middle = low + (high - low + 1) / 2;
  if (middle * middle <= square) {
    return bisect(square, middle, high);
  }
  return bisect(square, low, middle - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 900) {
    return 0;
  }
  int root = bisect(n, 0, 31);
  __VERIFIER_assert(root >= 0 && root <= 31);
  __VERIFIER_assert(root * root <= n);
  __VERIFIER_assert((root + 1) * (root + 1) > n);
  __VERIFIER_assert(root <= 30);
  return 0;
}

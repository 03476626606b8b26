/* The pairs of a triangle are counted by two loops; indices and the number must be right. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int pairs = 0;
  int i;
  int j;
  if (n < 0 || n > 12) {
    return 0;
  }
  for (i = 0; i < n; i++) {
    for (j = i + 1; j < n; j++) {
      __VERIFIER_assert(j > i && j < n);
      pairs++;
    }
  }
  __VERIFIER_assert(i == n);
  __VERIFIER_assert(pairs >= 0);
  __VERIFIER_assert(pairs == n * (n - 1) / 2);
  return 0;
}

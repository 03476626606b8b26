/* Odd numbers are added up; the sum must be the square of their number. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int sum = 0;
  unsigned int i;
  if (n > 50) {
    return 0;
  }
  for (i = 0; i < n; i++) {
    sum += 2 * i + 1;
  }
  __VERIFIER_assert(i == n);
  __VERIFIER_assert(sum <= 2500);
  __VERIFIER_assert(sum == n * n);
  __VERIFIER_assert(sum % 4 == 0 || sum % 4 == 1);
  return 0;
}

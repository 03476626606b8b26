/* Sums of odd numbers are squares. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n > 200) {
    return 0;
  }
  unsigned int sum = 0;
  unsigned int odd = 1;
  unsigned int i = 0;
  while (i < n) {
    sum += odd;
    odd += 2;
    i++;
  }
  __VERIFIER_assert(i == n);
  __VERIFIER_assert(odd == 2 * n + 1);
  __VERIFIER_assert(odd <= 401);
  __VERIFIER_assert(sum == n * n);
  __VERIFIER_assert(odd % 2 == 1);
  __VERIFIER_assert(sum < 40000); /* FAILS */
  return 0;
}

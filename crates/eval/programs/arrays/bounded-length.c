/* An array of chosen length gets its own indices; values must match them wherever one looks. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define ROOM 100
int main(void) {
  int a[ROOM];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > ROOM) {
    return 0;
  }
  int i;
  for (i = 0; i < n; i++) {
    a[i] = i + 1;
  }
  __VERIFIER_assert(i == n);
  __VERIFIER_assert(a[0] == 1);
  __VERIFIER_assert(a[n - 1] == n);
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) {
    __VERIFIER_assert(a[k] >= 1 && a[k] <= ROOM);
    __VERIFIER_assert(a[k] == k + 1);
  }
  return 0;
}

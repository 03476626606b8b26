/* A function in the manner of McCarthy with 50 for 91: every start up to 51 must end at 51. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int settle(int n) {
  if (n > 60) {
    return n - 10;
  }
  return settle(settle(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 40 || n > 80) {
    return 0;
  }
  int s = settle(n);
  __VERIFIER_assert(s >= 51);
  __VERIFIER_assert(s <= 70);
  if (n <= 61) {
    __VERIFIER_assert(s == 51);
  } else {
    __VERIFIER_assert(s == n - 10);
  }
  return 0;
}

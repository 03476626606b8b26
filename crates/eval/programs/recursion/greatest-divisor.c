/* Euclid's algorithm by recursion; the result must divide both numbers. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int divisor(int a, int b) {
  if (b == 0) {
    return a;
  }
  return divisor(b, a % b);
}

int main(void) {
  int a = __VERIFIER_nondet_uchar();
  int b = __VERIFIER_nondet_uchar();
  if (a == 0 || b == 0) {
    return 0;
  }
  int d = divisor(a, b);
  __VERIFIER_assert(d >= 1);
  __VERIFIER_assert(d <= a && d <= b);
  __VERIFIER_assert(a % d == 0 && b % d == 0);
  __VERIFIER_assert(divisor(a, a) == a);
  __VERIFIER_assert(d < 128); /* FAILS */
  return 0;
}

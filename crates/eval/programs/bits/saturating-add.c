/* Eight-bit addition that saturates; it must never wrap round. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned char add(unsigned char a, unsigned char b) {
  unsigned char sum = (unsigned char)(a + b);
  if (sum < a) {
    sum = 255;
  }
  return sum;
}

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned char s = add(a, b);
  __VERIFIER_assert(s >= a);
  __VERIFIER_assert(s >= b);
  __VERIFIER_assert(s == 255 || s == a + b);
  __VERIFIER_assert(add(a, 0) == a);
  __VERIFIER_assert(add(200, b) >= 200);
  return 0;
}

/* Neighbouring numbers must differ in one bit of their Gray code. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int gray(unsigned int n) {
  return n ^ (n >> 1);
}

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n >= 1024) {
    return 0;
  }
  unsigned int difference = gray(n) ^ gray(n + 1);
  __VERIFIER_assert(gray(n) < 1024);
  __VERIFIER_assert(difference != 0);
  __VERIFIER_assert((difference & (difference - 1)) == 0);
  unsigned int back = gray(n);
  back ^= back >> 1;
  back ^= back >> 2;
  back ^= back >> 4;
  back ^= back >> 8;
  __VERIFIER_assert(back == n);
  return 0;
}

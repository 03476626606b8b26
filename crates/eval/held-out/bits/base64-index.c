/* Three bytes become four indices of six bits. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned int i0 = a >> 2;
  unsigned int i1 = ((a & 3u) << 4) | (b >> 4);
  unsigned int i2 = ((b & 15u) << 2) | (c >> 6);
  unsigned int i3 = c & 63u;
  __VERIFIER_assert(i0 < 64);
  __VERIFIER_assert(i1 < 64);
  __VERIFIER_assert(i2 < 64);
  __VERIFIER_assert(i3 < 64);
  __VERIFIER_assert((unsigned char)((i0 << 2) | (i1 >> 4)) == a);
  __VERIFIER_assert((unsigned char)((i2 << 6) | i3) == c);
  __VERIFIER_assert((i0 & i1) == 0); /* FAILS */
  return 0;
}

/* Three channels of a colour are taken apart, halved and put together. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int colour = __VERIFIER_nondet_uint();
  unsigned int red = (colour >> 16) & 0xffu;
  unsigned int green = (colour >> 8) & 0xffu;
  unsigned int blue = colour & 0xffu;
  unsigned int dark = ((red >> 1) << 16) | ((green >> 1) << 8) | (blue >> 1);
  __VERIFIER_assert(red <= 255);
  __VERIFIER_assert(dark <= 0x7f7f7fu);
  __VERIFIER_assert((dark & 0x808080u) == 0);
  __VERIFIER_assert(((dark >> 16) & 0xffu) == red / 2);
  __VERIFIER_assert((dark & 0xffu) <= blue);
  __VERIFIER_assert(dark <= (colour & 0xffffffu));
  __VERIFIER_assert(dark != 0x7f7f7fu); /* FAILS */
  return 0;
}

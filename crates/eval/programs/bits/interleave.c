/* The bits of two bytes are interleaved and separated again. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int x = __VERIFIER_nondet_uchar();
  unsigned int y = __VERIFIER_nondet_uchar();
  unsigned int mixed = 0;
  unsigned int back_x = 0;
  unsigned int back_y = 0;
  int i;
  for (i = 0; i < 8; i++) {
    mixed |= ((x >> i) & 1u) << (2 * i);
    mixed |= ((y >> i) & 1u) << (2 * i + 1);
  }
  for (i = 0; i < 8; i++) {
    back_x |= ((mixed >> (2 * i)) & 1u) << i;
    back_y |= ((mixed >> (2 * i + 1)) & 1u) << i;
  }
  __VERIFIER_assert(mixed <= 0xffffu);
  __VERIFIER_assert(back_x == x && back_y == y);
  if (y == 0) {
    __VERIFIER_assert((mixed & 0xaaaau) == 0);
  }
  __VERIFIER_assert(back_x <= 255u);
  return 0;
}

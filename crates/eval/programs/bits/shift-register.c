/* A feedback shift register of sixteen bits that starts non-zero must never reach zero. */
extern void abort(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned short state = __VERIFIER_nondet_ushort();
  int i;
  if (state == 0) {
    return 0;
  }
  for (i = 0; i < 20; i++) {
    unsigned int bit = state & 1u;
    state = (unsigned short)(state >> 1);
    if (bit) {
      state ^= 0xb400u;
    }
    __VERIFIER_assert(state != 0);
    if (bit) {
      __VERIFIER_assert(state & 0x8000u);
    } else {
      __VERIFIER_assert(state < 0x8000u);
    }
  }
  __VERIFIER_assert(i == 20);
  return 0;
}

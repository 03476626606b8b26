/* An eight-bit counter runs round for ever, with a flag that follows its top bit. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned char tick = 0;
  int high = 0;
  while (__VERIFIER_nondet_bool()) {
    tick++;
    high = tick >= 128;
    __VERIFIER_assert(high == (tick >> 7));
    if (!high) {
      __VERIFIER_assert(tick < 128);
    }
  }
  __VERIFIER_assert(tick / 128 == high);
  __VERIFIER_assert(high == 0 || tick >= 128);
  return 0;
}

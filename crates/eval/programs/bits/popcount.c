/* Set bits are counted one by one and by clearing the lowest; both counts must agree. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = x;
  int by_shift = 0;
  int by_clear = 0;
  int i;
  for (i = 0; i < 32; i++) {
    by_shift += (int)((x >> i) & 1u);
  }
  while (y != 0) {
    y &= y - 1;
    by_clear++;
  }
  __VERIFIER_assert(by_shift >= 0 && by_shift <= 32);
  __VERIFIER_assert(y == 0);
  __VERIFIER_assert(by_shift == by_clear);
  if (x & 1u) {
    __VERIFIER_assert(by_shift >= 1);
  }
  return 0;
}

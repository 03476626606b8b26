/* Absolute value and sign without branches, on a bounded range. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -100000 || x > 100000) {
    return 0;
  }
  unsigned int mask = 0u - (unsigned int)(x < 0);
  unsigned int magnitude = ((unsigned int)x ^ mask) - mask;
  int sign = (x > 0) - (x < 0);
  __VERIFIER_assert(mask == 0u || mask == 0xffffffffu);
  __VERIFIER_assert(magnitude <= 100000u);
  __VERIFIER_assert(sign * (int)magnitude == x);
  __VERIFIER_assert(sign >= -1 && sign <= 1);
  return 0;
}

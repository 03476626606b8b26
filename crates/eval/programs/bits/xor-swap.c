/* Two variables are exchanged with three exclusive ors. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int old_a = a;
  unsigned int old_b = b;
  a ^= b;
  b ^= a;
  a ^= b;
  __VERIFIER_assert(a == old_b);
  __VERIFIER_assert(b == old_a);
  __VERIFIER_assert((a ^ b) == (old_a ^ old_b));
  __VERIFIER_assert((a & b) + (a | b) == old_a + old_b);
  return 0;
}

/* The bytes of a word are reversed; twice must give the word again, and single bytes move. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int swap(unsigned int x) {
  return (x << 24) | ((x & 0xff00u) << 8) | ((x >> 8) & 0xff00u) | (x >> 24);
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int s = swap(x);
  __VERIFIER_assert(swap(s) == x);
  __VERIFIER_assert((s & 0xffu) == x >> 24);
  __VERIFIER_assert(swap(0x01020304u) == 0x04030201u);
  if (x < 256) {
    __VERIFIER_assert((s & 0xffffffu) == 0);
  }
  __VERIFIER_assert(s != x); /* FAILS */
  return 0;
}

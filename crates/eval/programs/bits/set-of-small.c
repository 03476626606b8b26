/* A set of numbers below thirty-two in one word: members, union and difference. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int with(unsigned int set, unsigned int member) {
  return set | (1u << (member & 31u));
}

static int has(unsigned int set, unsigned int member) {
  return (int)((set >> (member & 31u)) & 1u);
}

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int m = __VERIFIER_nondet_uint() & 31u;
  __VERIFIER_assert(has(with(a, m), m));
  __VERIFIER_assert(has(a | b, m) == (has(a, m) || has(b, m)));
  __VERIFIER_assert(!has(a & ~b, m) || !has(b, m));
  __VERIFIER_assert(((a & ~b) | (a & b)) == a);
  __VERIFIER_assert(has(0x10u, m) == (m == 4));
  return 0;
}

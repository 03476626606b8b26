/* Paths on a grid, counted by recursion in two arguments. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int paths(unsigned int right, unsigned int down) {
  if (right == 0 || down == 0) {
    return 1;
  }
  return paths(right - 1, down) + paths(right, down - 1);
}

int main(void) {
  unsigned int r = __VERIFIER_nondet_uint();
  unsigned int d = __VERIFIER_nondet_uint();
  if (r > 3 || d > 3) {
    return 0;
  }
  unsigned int p = paths(r, d);
  __VERIFIER_assert(p >= 1);
  __VERIFIER_assert(p <= 20);
  __VERIFIER_assert(r != 0 || p == 1);
  __VERIFIER_assert(paths(2, 2) == 6);
  __VERIFIER_assert(paths(1, 3) == 4);
  __VERIFIER_assert(p != 20); /* FAILS */
  return 0;
}

/* Leaves of a call tree with one to three children are counted; the count is bounded by the depth. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int leaves(int depth) {
  if (depth == 0) {
    return 1;
  }
  unsigned int children = __VERIFIER_nondet_uint() % 3u + 1u;
  int sum = 0;
  unsigned int i;
  for (i = 0; i < children; i++) {
    sum += leaves(depth - 1);
  }
  __VERIFIER_assert(sum >= 1);
  return sum;
}

int main(void) {
  int count = leaves(3);
  __VERIFIER_assert(count >= 1);
  __VERIFIER_assert(count <= 27);
  int other = leaves(0);
  __VERIFIER_assert(other == 1);
  return 0;
}

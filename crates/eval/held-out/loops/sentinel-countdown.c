/* A loop without a condition ends by a break in its middle. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int left = __VERIFIER_nondet_uint();
  if (left < 1 || left > 64) {
    return 0;
  }
  unsigned int start = left;
  unsigned int turns = 0;
  for (;;) {
    turns++;
    if (left == 0) {
      break;
    }
    left--;
    __VERIFIER_assert(left < start);
  }
  __VERIFIER_assert(left == 0);
  __VERIFIER_assert(turns >= 2);
  __VERIFIER_assert(turns <= 65);
  __VERIFIER_assert(turns == start + 1);
  __VERIFIER_assert(turns != 65); /* FAILS */
  return 0;
}

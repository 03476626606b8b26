/* A search doubles its step until it is beyond its goal. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int goal = __VERIFIER_nondet_uint();
  if (goal > 5000) {
    return 0;
  }
  unsigned int step = 1;
  unsigned int rounds = 0;
  while (step <= goal) {
    step = step * 2;
    rounds++;
  }
  __VERIFIER_assert(step > goal);
  __VERIFIER_assert(step <= 8192);
  __VERIFIER_assert(rounds <= 13);
  __VERIFIER_assert(step >= 1);
  __VERIFIER_assert(step == 1u << rounds);
  __VERIFIER_assert(goal == 0 || step <= 2 * goal);
  __VERIFIER_assert(rounds < 13); /* FAILS */
  return 0;
}

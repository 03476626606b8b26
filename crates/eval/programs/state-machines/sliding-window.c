/* A sender with a window of four and cumulative acknowledgements; it never runs too far ahead. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int base = 0;
  unsigned int next = 0;
  int blocked = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      if (next - base < 4u) {
        next++;
        blocked = 0;
      } else {
        blocked = 1;
      }
    } else {
      unsigned int acknowledged = __VERIFIER_nondet_uint();
      if (acknowledged - base <= next - base) {
        base = acknowledged;
      }
    }
    __VERIFIER_assert(next - base <= 4u);
    __VERIFIER_assert(base - next == 0u || next - base >= 1u);
  }
  unsigned int open = next - base;
  __VERIFIER_assert(open <= 4u);
  __VERIFIER_assert(!blocked || open == 4u); /* FAILS */
  return 0;
}

/* A loop stops at the first multiple of seven and thirteen; what is known behind it depends on the exit. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int start = __VERIFIER_nondet_int();
  if (start < 1 || start > 50) {
    return 0;
  }
  int i;
  int found = 0;
  for (i = start; i < 150; i++) {
    if (i % 7 == 0 && i % 13 == 0) {
      found = 1;
      break;
    }
  }
  __VERIFIER_assert(i >= start);
  __VERIFIER_assert(i <= 150);
  __VERIFIER_assert(found || i == 150);
  __VERIFIER_assert(found && i == 91);
  return 0;
}

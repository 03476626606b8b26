/* The recursion ends only when the input says so; the argument never gets negative, the result is bounded. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int descend(int level) {
  if (level > 0 && __VERIFIER_nondet_bool()) {
    return descend(level - 1);
  }
  return level;
}

int main(void) {
  int start = __VERIFIER_nondet_int();
  if (start < 0 || start > 100000) {
    return 0;
  }
  int end = descend(start);
  __VERIFIER_assert(end >= 0);
  __VERIFIER_assert(end <= start);
  __VERIFIER_assert(end <= 100000);
  __VERIFIER_assert(end > 0 || start == 0); /* FAILS */
  return 0;
}

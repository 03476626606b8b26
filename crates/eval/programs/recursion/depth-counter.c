/* A walk down with a global depth counter, restored on the way up. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int depth;
static int deepest;

static void walk(int budget) {
  depth++;
  if (depth > deepest) {
    deepest = depth;
  }
  if (budget > 0) {
    if (__VERIFIER_nondet_bool()) {
      walk(budget - 1);
    }
    if (__VERIFIER_nondet_bool()) {
      walk(budget - 2);
    }
  }
  depth--;
  __VERIFIER_assert(depth >= 0);
}

int main(void) {
  walk(5);
  __VERIFIER_assert(depth == 0);
  __VERIFIER_assert(deepest >= 1);
  __VERIFIER_assert(deepest <= 6);
  __VERIFIER_assert(deepest < 6); /* FAILS */
  return 0;
}

/* Undo and spell checking as features around an insert operation; the stack of undo steps follows the text. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int undo_on;
static int limit_on;
static int length;
static int undo_depth;

static void remember(void) {
  if (undo_on && (!limit_on || undo_depth < 3)) {
    undo_depth++;
  }
}

static void insert(void) {
  remember();
  length++;
}

static void undo(void) {
  if (undo_on && undo_depth > 0) {
    undo_depth--;
    length--;
  }
}

int main(void) {
  undo_on = __VERIFIER_nondet_bool();
  limit_on = __VERIFIER_nondet_bool();
  int step;
  for (step = 0; step < 7; step++) {
    if (__VERIFIER_nondet_bool()) {
      insert();
    } else {
      undo();
    }
    __VERIFIER_assert(length >= 0);
    __VERIFIER_assert(undo_depth <= length);
  }
  __VERIFIER_assert(undo_on || undo_depth == 0);
  __VERIFIER_assert(!limit_on || undo_depth <= 3);
  __VERIFIER_assert(!undo_on || limit_on || undo_depth == length);
  __VERIFIER_assert(undo_depth <= 6); /* FAILS */
  return 0;
}

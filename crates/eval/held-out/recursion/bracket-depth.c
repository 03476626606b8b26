/* A descent parser for brackets: depth returns to what it was. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static char text[8];
static int at;
static int depth;
static int deepest;

static int group(void) {
  int before = depth;
  if (depth < 4) {
    depth++;
    if (depth > deepest) {
      deepest = depth;
    }
    while (at < 7 && text[at] == '(') {
      at++;
      if (!group()) {
        depth--;
        return 0;
      }
      if (at >= 7 || text[at] != ')') {
        depth--;
        return 0;
      }
      at++;
    }
    depth--;
    __VERIFIER_assert(depth == before);
    return 1;
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < 7; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  int good = group();
  __VERIFIER_assert(depth == 0);
  __VERIFIER_assert(deepest >= 1);
  __VERIFIER_assert(deepest <= 4);
  __VERIFIER_assert(at >= 0 && at <= 7);
  __VERIFIER_assert(good == 0 || good == 1);
  __VERIFIER_assert(good || at > 0);
  __VERIFIER_assert(deepest < 4); /* FAILS */
  return 0;
}

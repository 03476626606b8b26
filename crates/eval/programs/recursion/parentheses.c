/* A recursive descent over a fixed text of brackets; depth and position must stay within bounds. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define LENGTH 6
static char text[LENGTH + 1];
static int position;

static int group(int depth) {
  __VERIFIER_assert(depth <= LENGTH);
  while (text[position] == '(') {
    position++;
    if (!group(depth + 1) || text[position] != ')') {
      return 0;
    }
    position++;
  }
  return 1;
}

int main(void) {
  int i;
  for (i = 0; i < LENGTH; i++) {
    char c = __VERIFIER_nondet_char();
    text[i] = c == '(' ? '(' : ')';
  }
  int parsed = group(0);
  __VERIFIER_assert(position >= 0 && position <= LENGTH);
  __VERIFIER_assert(parsed == 0 || parsed == 1);
  if (parsed && position == LENGTH) {
    __VERIFIER_assert(text[0] == '(' && text[LENGTH - 1] == ')');
  }
  __VERIFIER_assert(!parsed || position == 0 || position == LENGTH); /* FAILS */
  return 0;
}

/* A machine that removes comments: what it writes is never longer than its input, and nesting is not counted. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum state { CODE, SLASH, COMMENT, STAR };
#define LENGTH 8

int main(void) {
  enum state state = CODE;
  int written = 0;
  int comments = 0;
  int i;
  for (i = 0; i < LENGTH; i++) {
    char c = __VERIFIER_nondet_char();
    if (state == CODE) {
      if (c == '/') {
        state = SLASH;
      } else {
        written++;
      }
    } else if (state == SLASH) {
      if (c == '*') {
        state = COMMENT;
        comments++;
      } else {
        written += c == '/' ? 1 : 2;
        state = c == '/' ? SLASH : CODE;
      }
    } else if (state == COMMENT) {
      state = c == '*' ? STAR : COMMENT;
    } else {
      state = c == '/' ? CODE : c == '*' ? STAR : COMMENT;
    }
    __VERIFIER_assert(written <= i + 1);
    __VERIFIER_assert(state != SLASH || written <= i);
  }
  __VERIFIER_assert(comments <= 2);
  __VERIFIER_assert(written + 2 * comments <= LENGTH);
  __VERIFIER_assert(comments == 0 || written < 5); /* FAILS */
  return 0;
}

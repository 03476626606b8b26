/* An editor has a mode, a cursor and a length; the cursor stays in the line. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum mode { COMMAND, INSERT, REPLACE };
int main(void) {
  enum mode mode = COMMAND;
  unsigned int cursor = 0;
  unsigned int length = 0;
  while (__VERIFIER_nondet_bool()) {
    unsigned char key = __VERIFIER_nondet_uchar();
    if (mode == COMMAND) {
      if (key == 'i') {
        mode = INSERT;
      } else if (key == 'r' && cursor < length) {
        mode = REPLACE;
      } else if (key == 'h' && cursor > 0) {
        cursor--;
      } else if (key == 'l' && cursor < length) {
        cursor++;
      } else if (key == 'x' && cursor < length) {
        length--;
      }
    } else if (mode == INSERT) {
      if (key == 27) {
        mode = COMMAND;
      } else if (length < 80) {
        length++;
        cursor++;
      }
    } else {
      mode = COMMAND;
      if (cursor < length) {
        cursor++;
      }
    }
    __VERIFIER_assert(cursor <= length);
    __VERIFIER_assert(length <= 80);
    __VERIFIER_assert(cursor <= 80);
    __VERIFIER_assert(mode != REPLACE || cursor < length);
    __VERIFIER_assert(mode == COMMAND || mode == INSERT || mode == REPLACE);
    __VERIFIER_assert(mode != INSERT || cursor < 80); /* FAILS */
  }
  return 0;
}

/* A text of at most eleven characters is copied with its end; length and end must agree. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define ROOM 12
int main(void) {
  char text[ROOM];
  char copy[ROOM];
  int i;
  for (i = 0; i < ROOM - 1; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  text[ROOM - 1] = 0;
  int length = 0;
  while (text[length] != 0) {
    length++;
  }
  __VERIFIER_assert(length >= 0 && length < ROOM);
  for (i = 0; i <= length; i++) {
    copy[i] = text[i];
  }
  __VERIFIER_assert(copy[length] == 0);
  if (length > 0) {
    __VERIFIER_assert(copy[0] == text[0]);
    __VERIFIER_assert(copy[length - 1] != 0);
  }
  return 0;
}

/* Letters of a text are counted in a table; the counts must add up to the letters seen. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define LENGTH 8
int main(void) {
  int tally[26] = {0};
  int letters = 0;
  int i;
  for (i = 0; i < LENGTH; i++) {
    char c = __VERIFIER_nondet_char();
    if (c >= 'A' && c <= 'Z') {
      c = (char)(c - 'A' + 'a');
    }
    if (c >= 'a' && c <= 'z') {
      __VERIFIER_assert(c - 'a' < 26);
      tally[c - 'a']++;
      letters++;
    }
  }
  int sum = 0;
  for (i = 0; i < 26; i++) {
    __VERIFIER_assert(tally[i] >= 0 && tally[i] <= LENGTH);
    sum += tally[i];
  }
  __VERIFIER_assert(sum == letters);
  __VERIFIER_assert(letters < LENGTH); /* FAILS */
  return 0;
}

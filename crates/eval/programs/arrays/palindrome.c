/* A word mirrored onto its second half must be a palindrome; a free word need not be. */
extern void abort(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define HALF 5
static int is_palindrome(const char *word, int length) {
  int i = 0;
  int j = length - 1;
  while (i < j) {
    if (word[i] != word[j]) {
      return 0;
    }
    i++;
    j--;
  }
  return 1;
}

int main(void) {
  char word[2 * HALF];
  int i;
  for (i = 0; i < HALF; i++) {
    word[i] = __VERIFIER_nondet_char();
    word[2 * HALF - 1 - i] = word[i];
  }
  __VERIFIER_assert(word[0] == word[2 * HALF - 1]);
  __VERIFIER_assert(is_palindrome(word, 2 * HALF));
  __VERIFIER_assert(is_palindrome(word, 1));
  __VERIFIER_assert(is_palindrome(word, HALF)); /* FAILS */
  return 0;
}

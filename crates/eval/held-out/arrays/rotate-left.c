/* Six numbers are rotated by one place; the first becomes the last. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int numbers[6];
  for (int i = 0; i < 6; i++) {
    numbers[i] = __VERIFIER_nondet_int();
  }
  int first = numbers[0];
  int second = numbers[1];
  for (int i = 0; i < 5; i++) {
    numbers[i] = numbers[i + 1];
  }
  numbers[5] = first;
  __VERIFIER_assert(numbers[0] == second);
  __VERIFIER_assert(numbers[5] == first);
  __VERIFIER_assert(numbers[5] == numbers[0] || first != second);
  __VERIFIER_assert(numbers[4] != first); /* FAILS */
  return 0;
}

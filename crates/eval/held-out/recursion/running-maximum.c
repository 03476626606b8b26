/* The largest element of an array, by recursion from its end. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int numbers[5];
static int largest(int count) {
  if (count == 1) {
    return numbers[0];
  }
  int others = largest(count - 1);
  return numbers[count - 1] > others ? numbers[count - 1] : others;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    int number = __VERIFIER_nondet_int();
    numbers[i] = number < 0 ? 0 : number > 99 ? 99 : number;
  }
  int m = largest(5);
  __VERIFIER_assert(m >= 0);
  __VERIFIER_assert(m <= 99);
  __VERIFIER_assert(m >= numbers[0]);
  __VERIFIER_assert(m >= numbers[4]);
  __VERIFIER_assert(largest(1) == numbers[0]);
  __VERIFIER_assert(m > numbers[4]); /* FAILS */
  return 0;
}

/* Prefix sums of small numbers; they must grow and stay bounded by their index. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 12
int main(void) {
  int value[SIZE];
  int prefix[SIZE + 1];
  int i;
  prefix[0] = 0;
  for (i = 0; i < SIZE; i++) {
    value[i] = __VERIFIER_nondet_int();
    if (value[i] < 0 || value[i] > 20) {
      value[i] = 10;
    }
    prefix[i + 1] = prefix[i] + value[i];
  }
  __VERIFIER_assert(prefix[0] == 0);
  __VERIFIER_assert(prefix[SIZE] <= 20 * SIZE);
  for (i = 0; i < SIZE; i++) {
    __VERIFIER_assert(prefix[i + 1] >= prefix[i]);
    __VERIFIER_assert(prefix[i + 1] - prefix[i] == value[i]);
  }
  __VERIFIER_assert(prefix[SIZE] > 0); /* FAILS */
  return 0;
}

/* Numbers are split into even and odd ones; the two parts must be pure and together complete. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 8
int main(void) {
  int even[SIZE];
  int odd[SIZE];
  int evens = 0;
  int odds = 0;
  int i;
  for (i = 0; i < SIZE; i++) {
    int n = __VERIFIER_nondet_int();
    if (n % 2 == 0) {
      even[evens++] = n;
    } else {
      odd[odds++] = n;
    }
    __VERIFIER_assert(evens + odds == i + 1);
  }
  __VERIFIER_assert(evens <= SIZE && odds <= SIZE);
  for (i = 0; i < evens; i++) {
    __VERIFIER_assert(even[i] % 2 == 0);
  }
  for (i = 0; i < odds; i++) {
    __VERIFIER_assert(odd[i] % 2 == 1); /* FAILS */
  }
  return 0;
}

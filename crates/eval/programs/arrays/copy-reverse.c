/* An array of inputs is copied backwards; first and last, and each pair, must correspond. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 10
int main(void) {
  int from[SIZE];
  int to[SIZE];
  int i;
  for (i = 0; i < SIZE; i++) {
    from[i] = __VERIFIER_nondet_int();
  }
  for (i = 0; i < SIZE; i++) {
    to[SIZE - 1 - i] = from[i];
  }
  __VERIFIER_assert(to[0] == from[SIZE - 1]);
  for (i = 0; i < SIZE; i++) {
    __VERIFIER_assert(to[i] == from[SIZE - 1 - i]);
  }
  __VERIFIER_assert(i == SIZE);
  return 0;
}

/* A text of twelve bits is stored as lengths of runs; the lengths add up. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 12
int main(void) {
  unsigned char runs[SIZE];
  int used = 0;
  int current = 0;
  runs[0] = 0;
  for (int i = 0; i < SIZE; i++) {
    int bit = __VERIFIER_nondet_bool();
    if (bit != current) {
      current = bit;
      used++;
      runs[used % SIZE] = 0;
    }
    runs[used % SIZE]++;
    __VERIFIER_assert(used <= i + 1);
  }
  __VERIFIER_assert(used >= 0);
  __VERIFIER_assert(used <= SIZE);
  __VERIFIER_assert(runs[used % SIZE] >= 1);
  __VERIFIER_assert(runs[used % SIZE] <= SIZE);
  __VERIFIER_assert(used < SIZE); /* FAILS */
  return 0;
}

/* Every cell of an array gets the same value; each cell must hold it afterwards. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 64
int main(void) {
  int cells[SIZE];
  int i;
  for (i = 0; i < SIZE; i++) {
    cells[i] = 7;
  }
  for (i = 0; i < SIZE; i++) {
    __VERIFIER_assert(cells[i] == 7);
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < SIZE) {
    cells[k] = 9;
    __VERIFIER_assert(cells[k] == 9);
    __VERIFIER_assert(cells[0] == 7 || cells[0] == 9);
    __VERIFIER_assert(cells[SIZE - 1] == 7); /* FAILS */
  }
  return 0;
}

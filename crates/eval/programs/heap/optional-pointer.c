/* A pointer is set only under a condition; wherever the flag says so it must be usable. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int *cell = 0;
  int present = 0;
  if (__VERIFIER_nondet_bool()) {
    cell = malloc(sizeof *cell);
    if (cell) {
      present = 1;
      *cell = 3;
    }
  }
  __VERIFIER_assert(present == (cell != 0));
  if (present) {
    *cell += 4;
    __VERIFIER_assert(*cell == 7);
  }
  free(cell);
  cell = 0;
  __VERIFIER_assert(cell == 0);
  __VERIFIER_assert(present); /* FAILS */
  return 0;
}

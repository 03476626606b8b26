/* A triangular matrix has rows of growing length on the heap; each row must hold its own number. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define ROWS 4
int main(void) {
  int *row[ROWS];
  int made = 0;
  int i;
  int j;
  for (i = 0; i < ROWS; i++) {
    row[i] = malloc((unsigned long)(i + 1) * sizeof(int));
    if (!row[i]) {
      break;
    }
    made++;
    for (j = 0; j <= i; j++) {
      row[i][j] = i;
    }
  }
  __VERIFIER_assert(made >= 0 && made <= ROWS);
  int sum = 0;
  for (i = 0; i < made; i++) {
    __VERIFIER_assert(row[i] != 0);
    __VERIFIER_assert(row[i][0] == i && row[i][i] == i);
    for (j = 0; j <= i; j++) {
      sum += row[i][j];
    }
    free(row[i]);
  }
  __VERIFIER_assert(sum <= 20);
  __VERIFIER_assert(made < ROWS || sum == 20);
  return 0;
}

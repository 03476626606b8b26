/* A four by four matrix is transposed in place twice; the diagonal stays and nothing gets lost. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define N 4
static void transpose(int m[N][N]) {
  int i;
  int j;
  for (i = 0; i < N; i++) {
    for (j = i + 1; j < N; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
  }
}

int main(void) {
  int m[N][N];
  int i;
  int j;
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++) {
      m[i][j] = 10 * i + j;
    }
  }
  transpose(m);
  __VERIFIER_assert(m[1][2] == 21);
  for (i = 0; i < N; i++) {
    __VERIFIER_assert(m[i][i] == 11 * i);
  }
  transpose(m);
  i = __VERIFIER_nondet_int();
  if (i >= 0 && i < N) {
    __VERIFIER_assert(m[i][0] == 10 * i);
    __VERIFIER_assert(m[i][3] > 3); /* FAILS */
  }
  return 0;
}

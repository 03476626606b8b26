/* Zeros are moved behind the other numbers with two indices; the border must be exact. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 7
int main(void) {
  int a[SIZE];
  int i;
  int write = 0;
  for (i = 0; i < SIZE; i++) {
    a[i] = __VERIFIER_nondet_int();
  }
  for (i = 0; i < SIZE; i++) {
    if (a[i] != 0) {
      int keep = a[i];
      a[i] = a[write];
      a[write] = keep;
      write++;
    }
    __VERIFIER_assert(write <= i + 1);
  }
  for (i = 0; i < write; i++) {
    __VERIFIER_assert(a[i] != 0);
  }
  for (i = write; i < SIZE; i++) {
    __VERIFIER_assert(a[i] == 0);
  }
  return 0;
}

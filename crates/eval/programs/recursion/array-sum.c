/* The sum of an array by halves must equal the sum by a loop. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 8
static int sum(const int *a, int from, int to) {
  if (to - from == 1) {
    return a[from];
  }
  int middle = from + (to - from) / 2;
  __VERIFIER_assert(middle > from && middle < to);
  return sum(a, from, middle) + sum(a, middle, to);
}

int main(void) {
  int a[SIZE];
  int i;
  int loop_sum = 0;
  for (i = 0; i < SIZE; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0 || a[i] > 100) {
      a[i] = 1;
    }
    loop_sum += a[i];
  }
  int halves = sum(a, 0, SIZE);
  __VERIFIER_assert(halves >= 0);
  __VERIFIER_assert(halves <= 100 * SIZE);
  __VERIFIER_assert(halves == loop_sum);
  return 0;
}

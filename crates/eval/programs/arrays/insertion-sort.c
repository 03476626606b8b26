/* Six inputs are sorted by insertion; they must be in order, and the smallest in front. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 6
int main(void) {
  int item[SIZE];
  int i;
  int j;
  int smallest = 2147483647;
  for (i = 0; i < SIZE; i++) {
    item[i] = __VERIFIER_nondet_int();
    if (item[i] < smallest) {
      smallest = item[i];
    }
  }
  for (i = 1; i < SIZE; i++) {
    int moving = item[i];
    j = i - 1;
    while (j >= 0 && item[j] > moving) {
      item[j + 1] = item[j];
      j--;
    }
    __VERIFIER_assert(j >= -1 && j < i);
    item[j + 1] = moving;
  }
  for (i = 1; i < SIZE; i++) {
    __VERIFIER_assert(item[i - 1] <= item[i]);
  }
  __VERIFIER_assert(item[0] == smallest);
  return 0;
}

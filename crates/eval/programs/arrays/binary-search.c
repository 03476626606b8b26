/* Binary search over an array of even numbers; the interval must stay inside and the result be right. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 16
int main(void) {
  int even[SIZE];
  int i;
  for (i = 0; i < SIZE; i++) {
    even[i] = 2 * i;
  }
  int key = __VERIFIER_nondet_int();
  int low = 0;
  int high = SIZE - 1;
  int found = -1;
  while (low <= high && found < 0) {
    int middle = low + (high - low) / 2;
    __VERIFIER_assert(middle >= 0 && middle < SIZE);
    if (even[middle] == key) {
      found = middle;
    } else if (even[middle] < key) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  __VERIFIER_assert(found == -1 || even[found] == key);
  if (key >= 0 && key < 2 * SIZE && key % 2 == 0) {
    __VERIFIER_assert(found == key / 2);
  }
  __VERIFIER_assert(low >= 0 && high < SIZE);
  return 0;
}

/* The largest of ten marks is found; no mark may exceed it, and it must stand at the index found. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define COUNT 10
int main(void) {
  unsigned char marks[COUNT];
  int i;
  int best = 0;
  for (i = 0; i < COUNT; i++) {
    marks[i] = __VERIFIER_nondet_uchar();
  }
  unsigned char largest = marks[0];
  for (i = 1; i < COUNT; i++) {
    if (marks[i] > largest) {
      largest = marks[i];
      best = i;
    }
  }
  __VERIFIER_assert(best >= 0 && best < COUNT);
  __VERIFIER_assert(marks[best] == largest);
  for (i = 0; i < COUNT; i++) {
    __VERIFIER_assert(marks[i] <= largest);
  }
  __VERIFIER_assert(best != COUNT - 1 || marks[0] < largest);
  return 0;
}

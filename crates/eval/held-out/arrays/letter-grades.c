/* Marks are put into classes by a table of borders. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static const unsigned int borders[5] = {0, 50, 65, 80, 90};
static unsigned int counts[5];
static unsigned int class_of(unsigned int mark) {
  unsigned int found = 0;
  for (unsigned int k = 1; k < 5; k++) {
    if (mark >= borders[k]) {
      found = k;
    }
  }
  return found;
}

int main(void) {
  unsigned int total = 0;
  for (int student = 0; student < 7; student++) {
    unsigned int mark = __VERIFIER_nondet_uint();
    if (mark > 100) {
      mark = 100;
    }
    unsigned int k = class_of(mark);
    __VERIFIER_assert(k < 5);
    __VERIFIER_assert(mark >= borders[k]);
    __VERIFIER_assert(k == 4 || mark < borders[k + 1]);
    counts[k]++;
    total++;
  }
  __VERIFIER_assert(total == 7);
  __VERIFIER_assert(counts[2] <= 7);
  __VERIFIER_assert(counts[0] + counts[4] <= 7);
  __VERIFIER_assert(class_of(79) == 2);
  return 0;
}

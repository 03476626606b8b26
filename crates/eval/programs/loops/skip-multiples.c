/* Multiples of four are skipped with continue; the numbers that count are never multiples. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 40) {
    return 0;
  }
  int counted = 0;
  int last = -1;
  int i;
  for (i = 0; i < limit; i++) {
    if (i % 4 == 0) {
      continue;
    }
    __VERIFIER_assert(i % 4 != 0);
    counted++;
    last = i;
  }
  __VERIFIER_assert(counted <= 30);
  __VERIFIER_assert(last < limit || limit == 0);
  __VERIFIER_assert(counted == 0 || last >= 1);
  __VERIFIER_assert(4 * counted <= 3 * limit);
  return 0;
}

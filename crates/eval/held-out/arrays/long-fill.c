/* A long array is filled with even numbers and read at any place. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static unsigned int table[1000];
int main(void) {
  for (unsigned int i = 0; i < 1000; i++) {
    table[i] = 2 * i;
  }
  unsigned int place = __VERIFIER_nondet_uint();
  if (place >= 1000) {
    return 0;
  }
  __VERIFIER_assert(table[place] <= 1998);
  __VERIFIER_assert(table[place] % 2 == 0);
  __VERIFIER_assert(table[place] == 2 * place);
  __VERIFIER_assert(table[999] != 0);
  __VERIFIER_assert(table[place] < 1998); /* FAILS */
  return 0;
}

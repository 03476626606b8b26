/* Primes below fifty by sieving; the known small cases and the count must be right. */
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define LIMIT 50
static unsigned char composite[LIMIT];

int main(void) {
  int i;
  int j;
  int primes = 0;
  for (i = 2; i < LIMIT; i++) {
    if (composite[i]) {
      continue;
    }
    primes++;
    for (j = i * i; j < LIMIT; j += i) {
      composite[j] = 1;
    }
  }
  __VERIFIER_assert(!composite[2] && !composite[3]);
  __VERIFIER_assert(composite[49] == 1);
  __VERIFIER_assert(primes == 15);
  for (i = 4; i < LIMIT; i += 2) {
    __VERIFIER_assert(composite[i]);
  }
  return 0;
}

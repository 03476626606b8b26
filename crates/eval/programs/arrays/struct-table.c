/* A table of accounts with limits; after each booking every balance must respect its limit. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define ACCOUNTS 5
struct account { int balance; int limit; unsigned int refused; };
static struct account table[ACCOUNTS];

static void book(unsigned int which, int amount) {
  struct account *a = &table[which % ACCOUNTS];
  if (a->balance + amount < -a->limit || a->balance + amount > 10000) {
    a->refused++;
    return;
  }
  a->balance += amount;
}

int main(void) {
  int i;
  for (i = 0; i < ACCOUNTS; i++) {
    table[i].limit = 100 * i;
  }
  for (i = 0; i < 6; i++) {
    int amount = __VERIFIER_nondet_int();
    if (amount >= -500 && amount <= 5000) {
      book(__VERIFIER_nondet_uint(), amount);
    }
  }
  for (i = 0; i < ACCOUNTS; i++) {
    __VERIFIER_assert(table[i].limit == 100 * i);
    __VERIFIER_assert(table[i].balance >= -table[i].limit);
    __VERIFIER_assert(table[i].balance <= 10000);
  }
  __VERIFIER_assert(table[0].balance >= 0);
  __VERIFIER_assert(table[0].refused == 0); /* FAILS */
  return 0;
}

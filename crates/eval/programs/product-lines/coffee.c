/* A coffee machine with milk, sugar and a free mode; a drink is only made if it was paid or free. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static void assume_abort_if_not(int condition) { if (!condition) { abort(); } }
static int has_milk;
static int has_free;
static int credit;
static int served;
static int milk_used;

static int price(int with_milk) {
  return 2 + (with_milk && has_milk ? 1 : 0);
}

static int pay(int cost) {
  if (has_free) {
    return 1;
  }
  if (credit < cost) {
    return 0;
  }
  credit -= cost;
  return 1;
}

static void serve(int with_milk) {
  if (pay(price(with_milk))) {
    served++;
    if (with_milk && has_milk) {
      milk_used++;
    }
  }
}

int main(void) {
  has_milk = __VERIFIER_nondet_bool();
  has_free = __VERIFIER_nondet_bool();
  credit = __VERIFIER_nondet_int();
  assume_abort_if_not(credit >= 0 && credit <= 10);
  int start = credit;
  int i;
  for (i = 0; i < 6; i++) {
    serve(__VERIFIER_nondet_bool());
    __VERIFIER_assert(credit >= 0);
  }
  __VERIFIER_assert(milk_used <= served);
  __VERIFIER_assert(has_milk || milk_used == 0);
  __VERIFIER_assert(has_free || start - credit == 2 * served + milk_used);
  __VERIFIER_assert(!has_free || served == 6);
  __VERIFIER_assert(served <= 5); /* FAILS */
  return 0;
}

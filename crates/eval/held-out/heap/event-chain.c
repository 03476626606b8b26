/* Handlers in a chain see an event until one takes it. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct handler { int low; int high; int taken; struct handler *outer; };

static struct handler *wrap(int low, int high, struct handler *outer) {
  struct handler *fresh = malloc(sizeof *fresh);
  if (fresh) {
    fresh->low = low;
    fresh->high = high;
    fresh->taken = 0;
    fresh->outer = outer;
  }
  return fresh;
}

int main(void) {
  struct handler *last = wrap(0, 100, 0);
  if (!last) {
    return 0;
  }
  struct handler *middle = wrap(10, 50, last);
  if (!middle) {
    return 0;
  }
  struct handler *first = wrap(20, 30, middle);
  if (!first) {
    return 0;
  }
  int event = __VERIFIER_nondet_int();
  struct handler *h = first;
  while (h && (event < h->low || event > h->high)) {
    h = h->outer;
  }
  if (h) {
    h->taken++;
    __VERIFIER_assert(event >= 0);
    __VERIFIER_assert(event <= 100);
  } else {
    __VERIFIER_assert(event < 0 || event > 100);
  }
  __VERIFIER_assert(first->taken + middle->taken + last->taken <= 1);
  __VERIFIER_assert(first->taken == 0 || (event >= 20 && event <= 30));
  __VERIFIER_assert(last->taken == 0 || event < 10 || event > 50);
  __VERIFIER_assert(middle->taken == 0); /* FAILS */
  return 0;
}

/* Three players stand in a circle; going round three times leads back. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct player { int number; struct player *next; };

static struct player *make(int number) {
  struct player *fresh = malloc(sizeof *fresh);
  if (!fresh) {
    abort();
  }
  fresh->number = number;
  fresh->next = fresh;
  return fresh;
}

int main(void) {
  struct player *a = make(1);
  struct player *b = make(2);
  struct player *c = make(3);
  a->next = b;
  b->next = c;
  c->next = a;
  struct player *at = a;
  int turns = __VERIFIER_nondet_int();
  if (turns < 0 || turns > 9) {
    return 0;
  }
  for (int i = 0; i < turns; i++) {
    at = at->next;
    __VERIFIER_assert(at->number >= 1 && at->number <= 3);
  }
  __VERIFIER_assert(at != 0);
  __VERIFIER_assert(a->next->next->next == a);
  __VERIFIER_assert(at != b); /* FAILS */
  b->next = a;
  free(c);
  __VERIFIER_assert(a->next->next == a);
  return 0;
}

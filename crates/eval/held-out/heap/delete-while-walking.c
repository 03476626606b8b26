/* Every second cell of a list is removed during a walk. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct cell { int number; struct cell *next; };

int main(void) {
  struct cell *head = 0;
  int made = 0;
  for (int i = 0; i < 6; i++) {
    struct cell *fresh = malloc(sizeof *fresh);
    if (!fresh) {
      break;
    }
    fresh->number = i;
    fresh->next = head;
    head = fresh;
    made++;
  }
  struct cell **link = &head;
  int removed = 0;
  while (*link) {
    struct cell *at = *link;
    if (at->number % 2) {
      *link = at->next;
      free(at);
      removed++;
    } else {
      link = &at->next;
    }
  }
  __VERIFIER_assert(removed == made / 2);
  __VERIFIER_assert(removed <= 3);
  int left = 0;
  for (struct cell *at = head; at; at = at->next) {
    __VERIFIER_assert(at->number % 2 == 0);
    left++;
  }
  __VERIFIER_assert(left + removed == made);
  __VERIFIER_assert(left < 3); /* FAILS */
  return 0;
}

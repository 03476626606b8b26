/* A circular list with a sentinel: forward and backward links must always match. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct link { struct link *next; struct link *previous; int data; };

static void attach(struct link *after, struct link *fresh) {
  fresh->previous = after;
  fresh->next = after->next;
  after->next->previous = fresh;
  after->next = fresh;
}

static void detach(struct link *old) {
  old->previous->next = old->next;
  old->next->previous = old->previous;
}

int main(void) {
  struct link ring = {&ring, &ring, -1};
  int i;
  int size = 0;
  for (i = 0; i < 5; i++) {
    if (size > 0 && __VERIFIER_nondet_bool()) {
      struct link *old = ring.next;
      detach(old);
      __VERIFIER_assert(old->data >= 0);
      free(old);
      size--;
    } else {
      struct link *fresh = malloc(sizeof *fresh);
      if (fresh) {
        fresh->data = i;
        attach(ring.previous, fresh);
        size++;
      }
    }
    __VERIFIER_assert(ring.next->previous == &ring && ring.previous->next == &ring);
  }
  __VERIFIER_assert((size == 0) == (ring.next == &ring));
  while (ring.next != &ring) {
    struct link *old = ring.next;
    detach(old);
    free(old);
    size--;
  }
  __VERIFIER_assert(size == 0);
  return 0;
}

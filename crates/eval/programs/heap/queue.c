/* A linked queue with head and tail; numbers must leave in the order in which they came. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct cell { int number; struct cell *next; };
struct queue { struct cell *head; struct cell *tail; };

static int enter(struct queue *q, int number) {
  struct cell *fresh = malloc(sizeof *fresh);
  if (!fresh) {
    return 0;
  }
  fresh->number = number;
  fresh->next = 0;
  if (q->tail) {
    q->tail->next = fresh;
  } else {
    q->head = fresh;
  }
  q->tail = fresh;
  return 1;
}

static int leave(struct queue *q) {
  struct cell *first = q->head;
  int number = first->number;
  q->head = first->next;
  if (!q->head) {
    q->tail = 0;
  }
  free(first);
  return number;
}

int main(void) {
  struct queue q = {0, 0};
  int entered = 0;
  int left = 0;
  while (entered < 4 && enter(&q, entered)) {
    entered++;
  }
  __VERIFIER_assert((q.head == 0) == (entered == 0));
  while (q.head) {
    int number = leave(&q);
    __VERIFIER_assert(number == left);
    left++;
  }
  __VERIFIER_assert(left == entered);
  __VERIFIER_assert(q.tail == 0);
  return 0;
}

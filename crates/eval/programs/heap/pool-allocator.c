/* A pool of four blocks is handed out from a free list; no block may be handed out twice. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define BLOCKS 4
struct block { struct block *next; int used; };
static struct block pool[BLOCKS];
static struct block *available;

static struct block *take(void) {
  struct block *b = available;
  if (b) {
    available = b->next;
    __VERIFIER_assert(!b->used);
    b->used = 1;
  }
  return b;
}

static void give_back(struct block *b) {
  b->used = 0;
  b->next = available;
  available = b;
}

int main(void) {
  int i;
  for (i = 0; i < BLOCKS; i++) {
    give_back(&pool[i]);
  }
  struct block *a = take();
  struct block *b = take();
  __VERIFIER_assert(a == &pool[3] && b == &pool[2]);
  if (__VERIFIER_nondet_bool()) {
    give_back(a);
    struct block *c = take();
    __VERIFIER_assert(c == a);
  } else {
    give_back(b);
    give_back(a);
  }
  struct block *d = take();
  __VERIFIER_assert(d != 0);
  __VERIFIER_assert(d == &pool[1]); /* FAILS */
  return 0;
}

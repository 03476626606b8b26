/* Two owners share one object by counting references; it must be freed exactly by the last one. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct object { int references; int payload; };
static int freed;

static struct object *retain(struct object *o) {
  o->references++;
  return o;
}

static void let_go(struct object *o) {
  o->references--;
  if (o->references == 0) {
    freed++;
    free(o);
  }
}

int main(void) {
  struct object *first = malloc(sizeof *first);
  if (!first) {
    return 0;
  }
  first->references = 1;
  first->payload = 11;
  struct object *second = retain(first);
  __VERIFIER_assert(second == first && first->references == 2);
  struct object *third = 0;
  if (__VERIFIER_nondet_bool()) {
    third = retain(second);
  }
  let_go(first);
  __VERIFIER_assert(freed == 0);
  __VERIFIER_assert(second->payload == 11);
  let_go(second);
  __VERIFIER_assert(freed == (third == 0));
  if (third) {
    __VERIFIER_assert(third->references == 1);
    let_go(third);
  }
  __VERIFIER_assert(freed == 1);
  return 0;
}

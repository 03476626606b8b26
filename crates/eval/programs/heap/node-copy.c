/* A record is copied deeply; changing the copy must leave the original alone, a shallow copy shares. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct record { int id; int *score; };

static struct record *make(int id, int score) {
  struct record *r = malloc(sizeof *r);
  if (!r) {
    return 0;
  }
  r->score = malloc(sizeof *r->score);
  if (!r->score) {
    free(r);
    return 0;
  }
  r->id = id;
  *r->score = score;
  return r;
}

static void drop(struct record *r) {
  if (r) {
    free(r->score);
    free(r);
  }
}

int main(void) {
  int score = __VERIFIER_nondet_int();
  struct record *original = make(1, score);
  struct record *deep = original ? make(original->id, *original->score) : 0;
  if (deep) {
    struct record shallow = *original;
    *deep->score = 10;
    __VERIFIER_assert(*original->score == score);
    *shallow.score = 20;
    __VERIFIER_assert(*original->score == 20);
    __VERIFIER_assert(*deep->score == 10);
    __VERIFIER_assert(deep != original && deep->score != original->score);
  }
  __VERIFIER_assert(original != 0); /* FAILS */
  drop(deep);
  drop(original);
  return 0;
}

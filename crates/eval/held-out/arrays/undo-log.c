/* Old values are logged before each write, and undoing restores them. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int cells[4] = {10, 20, 30, 40};
static unsigned char where[8];
static int what[8];
static int depth;

static void set(unsigned char place, int number) {
  if (depth < 8) {
    where[depth] = place;
    what[depth] = cells[place];
    depth++;
    cells[place] = number;
  }
}

static void undo(void) {
  if (depth > 0) {
    depth--;
    cells[where[depth]] = what[depth];
  }
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    set(__VERIFIER_nondet_uchar() % 4, __VERIFIER_nondet_int());
    __VERIFIER_assert(depth == i + 1);
    __VERIFIER_assert(where[i] < 4);
  }
  __VERIFIER_assert(cells[1] == 20); /* FAILS */
  while (depth > 0) {
    undo();
  }
  __VERIFIER_assert(depth == 0);
  __VERIFIER_assert(cells[0] == 10);
  __VERIFIER_assert(cells[3] == 40);
  return 0;
}

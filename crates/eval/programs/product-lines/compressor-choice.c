/* Exactly one of three algorithms is chosen; a call through the table must reach that one. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int use_copy;
static int use_run;
static int use_pair;
static int used;

static int copy(int n) {
  used = 1;
  return n;
}

static int run(int n) {
  used = 2;
  return n > 4 ? n - 2 : n;
}

static int pair(int n) {
  used = 3;
  return (n + 1) / 2;
}

static int (*algorithm)(int);

static void configure(void) {
  unsigned int choice = __VERIFIER_nondet_uint() % 3u;
  use_copy = choice == 0;
  use_run = choice == 1;
  use_pair = choice == 2;
  algorithm = use_copy ? copy : use_run ? run : pair;
}

int main(void) {
  configure();
  int n = (int)(__VERIFIER_nondet_uint() % 100u);
  int size = algorithm(n);
  __VERIFIER_assert(use_copy + use_run + use_pair == 1);
  __VERIFIER_assert(size >= 0 && size <= n);
  __VERIFIER_assert(used == use_copy + 2 * use_run + 3 * use_pair);
  __VERIFIER_assert(!use_pair || size <= 50);
  __VERIFIER_assert(use_copy || size < n); /* FAILS */
  return 0;
}

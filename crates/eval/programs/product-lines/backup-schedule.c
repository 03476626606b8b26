/* Full and incremental backups with optional verification; each increment needs a full one before. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int incremental_on;
static int verify_on;
static int have_full;
static int increments;
static int verified;

static void verify(void) {
  if (verify_on) {
    __VERIFIER_assert(have_full);
    verified++;
  }
}

static void full(void) {
  have_full = 1;
  increments = 0;
  verify();
}

static void nightly(void) {
  if (incremental_on && have_full && increments < 6) {
    increments++;
    verify();
  } else {
    full();
  }
}

int main(void) {
  incremental_on = __VERIFIER_nondet_bool();
  verify_on = __VERIFIER_nondet_bool();
  int night;
  for (night = 0; night < 14; night++) {
    nightly();
    __VERIFIER_assert(have_full);
    __VERIFIER_assert(increments >= 0 && increments <= 6);
  }
  __VERIFIER_assert(verified == (verify_on ? 14 : 0));
  __VERIFIER_assert(increments == (incremental_on ? 6 : 0));
  return 0;
}

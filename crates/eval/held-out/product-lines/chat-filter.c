/* Messages pass a filter for length, a filter for rate and a log, as configured. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int limit_length;
static int limit_rate;
static int logging;
static int sent_now;
static int logged;
static int passed;

static int allowed(int length) {
  if (limit_length && length > 140) {
    return 0;
  }
  if (limit_rate) {
    if (sent_now >= 2) {
      return 0;
    }
    sent_now++;
  }
  return 1;
}

int main(void) {
  limit_length = __VERIFIER_nondet_bool();
  limit_rate = __VERIFIER_nondet_bool();
  logging = limit_rate ? 1 : __VERIFIER_nondet_bool();
  for (int i = 0; i < 5; i++) {
    int length = __VERIFIER_nondet_int();
    if (length < 0) {
      length = 0;
    }
    if (allowed(length)) {
      passed++;
      __VERIFIER_assert(!limit_length || length <= 140);
      if (logging) {
        logged++;
      }
    }
    __VERIFIER_assert(sent_now <= 2);
  }
  __VERIFIER_assert(!limit_rate || passed <= 2);
  __VERIFIER_assert(logging || logged == 0);
  __VERIFIER_assert(logged <= passed);
  __VERIFIER_assert(!logging || logged == passed);
  __VERIFIER_assert(passed == logged || !limit_rate);
  __VERIFIER_assert(passed <= 2 || limit_length); /* FAILS */
  return 0;
}

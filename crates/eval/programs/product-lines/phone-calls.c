/* A phone with call waiting, forwarding and voice mail; features must not both take one call. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int waiting_on;
static int forward_on;
static int voicemail_on;
static int waiting;
static int forwarded;
static int recorded;
static int rejected;

static int try_waiting(void) {
  if (waiting_on && waiting == 0) {
    waiting++;
    return 1;
  }
  return 0;
}

static int try_forward(void) {
  if (forward_on) {
    forwarded++;
    return 1;
  }
  return 0;
}

static void busy_call(void) {
  if (try_waiting()) {
    return;
  }
  if (try_forward()) {
    return;
  }
  if (voicemail_on) {
    recorded++;
  } else {
    rejected++;
  }
}

int main(void) {
  waiting_on = __VERIFIER_nondet_bool();
  forward_on = __VERIFIER_nondet_bool();
  voicemail_on = !forward_on && __VERIFIER_nondet_bool();
  int calls;
  for (calls = 0; calls < 5; calls++) {
    busy_call();
  }
  __VERIFIER_assert(waiting + forwarded + recorded + rejected == 5);
  __VERIFIER_assert(waiting <= 1);
  __VERIFIER_assert(forwarded == 0 || recorded == 0);
  __VERIFIER_assert(!forward_on || rejected == 0);
  __VERIFIER_assert(recorded <= 4 || !waiting_on);
  return 0;
}

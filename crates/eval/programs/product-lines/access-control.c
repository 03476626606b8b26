/* Password, token and guest access as alternatives; the secret opens only after a strong login. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum role { NOBODY, GUEST, USER, ADMIN };
static int password_on;
static int token_on;
static int guest_on;
static enum role role = NOBODY;
static int opened;

static void log_in(int password_ok, int token_ok) {
  int factors = 0;
  if (password_on && password_ok) {
    factors++;
  }
  if (token_on && token_ok) {
    factors++;
  }
  if (factors == 2) {
    role = ADMIN;
  } else if (factors == 1) {
    role = USER;
  } else if (guest_on) {
    role = GUEST;
  }
}

static void open_secret(void) {
  if (role == ADMIN) {
    opened = 1;
  }
}

int main(void) {
  password_on = __VERIFIER_nondet_bool();
  token_on = __VERIFIER_nondet_bool();
  guest_on = __VERIFIER_nondet_bool();
  log_in(__VERIFIER_nondet_bool(), __VERIFIER_nondet_bool());
  open_secret();
  __VERIFIER_assert(role >= NOBODY && role <= ADMIN);
  __VERIFIER_assert(!opened || (password_on && token_on));
  __VERIFIER_assert(role != GUEST || guest_on);
  __VERIFIER_assert(password_on || token_on || role < USER);
  return 0;
}

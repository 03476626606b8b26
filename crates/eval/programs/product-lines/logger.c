/* Logging at three levels as features; a chain of calls must count exactly the messages of active levels. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int errors_on;
static int warnings_on;
static int debug_on;
static int written;

static void write_line(void) {
  written++;
}

static void log_error(void) {
  if (errors_on) {
    write_line();
  }
}

static void log_warning(void) {
  if (warnings_on) {
    write_line();
  }
}

static void log_debug(void) {
  if (debug_on) {
    write_line();
  }
}

static void work(void) {
  log_debug();
  log_warning();
  log_error();
}

int main(void) {
  debug_on = __VERIFIER_nondet_bool();
  warnings_on = debug_on || __VERIFIER_nondet_bool();
  errors_on = warnings_on || __VERIFIER_nondet_bool();
  work();
  work();
  __VERIFIER_assert(written >= 0 && written <= 6);
  __VERIFIER_assert(written == 2 * (errors_on + warnings_on + debug_on));
  __VERIFIER_assert(!debug_on || written == 6);
  __VERIFIER_assert(errors_on || written == 0);
  return 0;
}

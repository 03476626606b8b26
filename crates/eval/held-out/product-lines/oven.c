/* An oven with timer, grill and child lock; the lock forbids starting. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int feature_lock;
static int feature_grill;
static int feature_timer;
static int locked;
static int heat;
static int minutes;

static void press(unsigned char button) {
  switch (button) {
  case 0:
    if (feature_lock) {
      locked = !locked;
      if (locked) {
        heat = 0;
      }
    }
    break;
  case 1:
    if (!locked) {
      heat = 1;
    }
    break;
  case 2:
    if (!locked && feature_grill) {
      heat = 2;
    }
    break;
  case 3:
    if (feature_timer && heat) {
      minutes = 10;
    }
    break;
  default:
    heat = 0;
  }
}

static void tick(void) {
  if (minutes > 0) {
    minutes--;
    if (minutes == 0) {
      heat = 0;
    }
  }
}

int main(void) {
  feature_lock = __VERIFIER_nondet_bool();
  feature_grill = __VERIFIER_nondet_bool();
  feature_timer = __VERIFIER_nondet_bool();
  while (__VERIFIER_nondet_bool()) {
    press(__VERIFIER_nondet_uchar());
    tick();
    __VERIFIER_assert(heat >= 0 && heat <= 2);
    __VERIFIER_assert(!locked || heat == 0);
    __VERIFIER_assert(feature_lock || !locked);
    __VERIFIER_assert(feature_grill || heat != 2);
    __VERIFIER_assert(minutes >= 0 && minutes < 10);
    __VERIFIER_assert(feature_timer || minutes == 0);
    __VERIFIER_assert(minutes == 0 || heat != 0); /* FAILS */
  }
  return 0;
}

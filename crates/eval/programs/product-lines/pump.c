/* A mine pump with a methane alarm and low-water feature; with the alarm it never runs in methane. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int feature_alarm;
static int feature_low_stop;
static int methane;
static int water = 1;
static int pump;

static void environment(void) {
  methane = __VERIFIER_nondet_bool();
  if (pump) {
    if (water > 0) {
      water--;
    }
  } else if (water < 2) {
    water++;
  }
}

static void controller(void) {
  if (water == 2) {
    pump = 1;
  }
  if (feature_low_stop && water == 0) {
    pump = 0;
  }
  if (feature_alarm && methane) {
    pump = 0;
  }
}

int main(void) {
  feature_alarm = __VERIFIER_nondet_bool();
  feature_low_stop = __VERIFIER_nondet_bool();
  while (__VERIFIER_nondet_bool()) {
    environment();
    controller();
    __VERIFIER_assert(water >= 0 && water <= 2);
    __VERIFIER_assert(!feature_alarm || !methane || !pump);
    __VERIFIER_assert(!feature_low_stop || water != 0 || !pump);
    __VERIFIER_assert(pump || water < 2 || (feature_alarm && methane));
  }
  __VERIFIER_assert(!pump || water > 0); /* FAILS */
  return 0;
}

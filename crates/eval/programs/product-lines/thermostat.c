/* Heating, cooling and a night mode; heating and cooling must never be on together, and night saves. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int can_heat;
static int can_cool;
static int night_mode;
static int heat;
static int cool;

static int target(int is_night) {
  return night_mode && is_night ? 17 : 21;
}

static void regulate(int degrees, int is_night) {
  int wanted = target(is_night);
  heat = can_heat && degrees < wanted - 1;
  cool = can_cool && degrees > wanted + 1;
}

int main(void) {
  can_heat = __VERIFIER_nondet_bool();
  can_cool = __VERIFIER_nondet_bool();
  night_mode = __VERIFIER_nondet_bool();
  if (!can_heat && !can_cool) {
    return 0;
  }
  int hour;
  for (hour = 0; hour < 24; hour++) {
    int degrees = __VERIFIER_nondet_int();
    if (degrees < -30 || degrees > 50) {
      degrees = 20;
    }
    regulate(degrees, hour < 6 || hour >= 22);
    __VERIFIER_assert(!heat || !cool);
    __VERIFIER_assert(!heat || degrees <= 19);
    __VERIFIER_assert(!cool || degrees >= 19);
    if (hour == 12) {
      __VERIFIER_assert(!cool || degrees > 22);
    }
  }
  __VERIFIER_assert(can_cool || !cool);
  __VERIFIER_assert(heat || cool || !can_heat); /* FAILS */
  return 0;
}

/* Day lights, fog lights and automatic mode as features with constraints; what is lit must be allowed. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int day_lights;
static int fog_lights;
static int automatic;
static int beam;
static int fog;
static int day;

static int configuration_ok(void) {
  if (automatic && !day_lights) {
    return 0;
  }
  return 1;
}

static void switch_lights(int dark, int misty, int lever) {
  beam = lever || (automatic && dark);
  fog = fog_lights && misty && beam;
  day = day_lights && !beam;
}

int main(void) {
  day_lights = __VERIFIER_nondet_bool();
  fog_lights = __VERIFIER_nondet_bool();
  automatic = __VERIFIER_nondet_bool();
  if (!configuration_ok()) {
    return 0;
  }
  while (__VERIFIER_nondet_bool()) {
    int dark = __VERIFIER_nondet_bool();
    switch_lights(dark, __VERIFIER_nondet_bool(), __VERIFIER_nondet_bool());
    __VERIFIER_assert(!(day && beam));
    __VERIFIER_assert(!fog || beam);
    __VERIFIER_assert(!automatic || beam || day);
    __VERIFIER_assert(fog_lights || !fog);
    __VERIFIER_assert(!dark || beam || day); /* FAILS */
  }
  return 0;
}

/* A bicycle computer with optional odometer, light and metric units. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int has_odometer;
static int has_light;
static int metric;
static unsigned int way;
static int light;

static unsigned int shown(unsigned int metres) {
  return metric ? metres / 1000 : metres / 1609;
}

static void ride(unsigned int metres, int dark) {
  if (has_odometer) {
    way += metres;
  }
  if (has_light) {
    light = dark;
  }
}

int main(void) {
  has_odometer = __VERIFIER_nondet_bool();
  has_light = __VERIFIER_nondet_bool();
  metric = __VERIFIER_nondet_bool();
  for (int trip = 0; trip < 4; trip++) {
    unsigned int metres = __VERIFIER_nondet_uint() % 20000;
    int dark = __VERIFIER_nondet_bool();
    ride(metres, dark);
    __VERIFIER_assert(has_light || !light);
    __VERIFIER_assert(!has_light || light == dark);
    __VERIFIER_assert(has_odometer || way == 0);
    __VERIFIER_assert(way <= 80000);
  }
  __VERIFIER_assert(shown(way) < 80);
  __VERIFIER_assert(metric || shown(way) <= 49);
  __VERIFIER_assert(has_odometer || shown(way) == 0);
  __VERIFIER_assert(shown(way) == 0); /* FAILS */
  return 0;
}

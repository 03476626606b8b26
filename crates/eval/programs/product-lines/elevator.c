/* A lift with the features weight sensor and executive floor; it never moves overloaded in a product with a sensor. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int feature_weight;
static int feature_executive;
static int load;
static int floor_now;
static int moved_overloaded;

static int blocked(void) {
  return feature_weight && load > 4;
}

static int next_floor(int wanted) {
  if (feature_executive && wanted != 0) {
    return 3;
  }
  return wanted;
}

static void ride(int wanted) {
  if (blocked()) {
    return;
  }
  if (load > 4) {
    moved_overloaded = 1;
  }
  floor_now = next_floor(wanted);
}

int main(void) {
  feature_weight = __VERIFIER_nondet_bool();
  feature_executive = __VERIFIER_nondet_bool();
  int i;
  for (i = 0; i < 4; i++) {
    int wanted = __VERIFIER_nondet_int();
    load = __VERIFIER_nondet_int();
    if (wanted < 0 || wanted > 3 || load < 0 || load > 8) {
      continue;
    }
    ride(wanted);
    __VERIFIER_assert(floor_now >= 0 && floor_now <= 3);
    __VERIFIER_assert(!feature_executive || floor_now == 0 || floor_now == 3);
  }
  __VERIFIER_assert(!feature_weight || !moved_overloaded);
  __VERIFIER_assert(!moved_overloaded); /* FAILS */
  return 0;
}

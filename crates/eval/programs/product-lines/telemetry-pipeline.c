/* A chain of stages, each a feature, transforms a reading; bounds depend on the stages that are in. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int stage_clamp;
static int stage_scale;
static int stage_offset;

static int clamp(int x) {
  if (!stage_clamp) {
    return x;
  }
  return x < 0 ? 0 : x > 100 ? 100 : x;
}

static int scale(int x) {
  return stage_scale ? 3 * clamp(x) : clamp(x);
}

static int offset(int x) {
  return stage_offset ? scale(x) + 50 : scale(x);
}

int main(void) {
  stage_clamp = __VERIFIER_nondet_bool();
  stage_scale = __VERIFIER_nondet_bool();
  stage_offset = __VERIFIER_nondet_bool();
  int raw = __VERIFIER_nondet_int();
  if (raw < -1000 || raw > 1000) {
    return 0;
  }
  int out = offset(raw);
  __VERIFIER_assert(out >= -3000 && out <= 3050);
  if (stage_clamp) {
    __VERIFIER_assert(out >= 0 && out <= 350);
    if (!stage_scale && !stage_offset) {
      __VERIFIER_assert(out <= 100);
    }
  }
  __VERIFIER_assert(stage_clamp || stage_scale || stage_offset || out == raw);
  __VERIFIER_assert(!stage_offset || out >= 50); /* FAILS */
  return 0;
}

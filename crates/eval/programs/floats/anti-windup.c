/* A PI controller clamps its integral and its output; both must stay in their limits for ever. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static double integral;

static double limit(double x, double bound) {
  if (x > bound) {
    return bound;
  }
  if (x < -bound) {
    return -bound;
  }
  return x;
}

static double control(double error) {
  integral = limit(integral + 0.1 * error, 5.0);
  return limit(2.0 * error + integral, 20.0);
}

int main(void) {
  double output = 0.0;
  while (__VERIFIER_nondet_bool()) {
    double error = __VERIFIER_nondet_double();
    if (!(error >= -50.0 && error <= 50.0)) {
      break;
    }
    output = control(error);
    __VERIFIER_assert(integral >= -5.0 && integral <= 5.0);
    if (error > 10.0) {
      __VERIFIER_assert(output >= 15.0);
    }
  }
  __VERIFIER_assert(output >= -20.0 && output <= 20.0);
  __VERIFIER_assert(integral > -5.0); /* FAILS */
  return 0;
}

/* A distance is halved until nothing is left; the parts add up. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int walked;
static int steps;
static void go(int distance) {
  if (distance <= 0) {
    return;
  }
  int part = (distance + 1) / 2;
  walked += part;
  steps++;
  go(distance - part);
}

int main(void) {
  int distance = __VERIFIER_nondet_int();
  if (distance < 0 || distance > 100) {
    return 0;
  }
  go(distance);
  __VERIFIER_assert(walked >= 0);
  __VERIFIER_assert(steps >= 0);
  __VERIFIER_assert(steps <= 7);
  __VERIFIER_assert(walked == distance);
  __VERIFIER_assert(walked <= 100);
  __VERIFIER_assert(distance == 0 || steps >= 1);
  __VERIFIER_assert(steps < 7); /* FAILS */
  return 0;
}

/* A point goes to and fro between two walls for ever. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int at = 3;
  int direction = 1;
  int bounces = 0;
  while (__VERIFIER_nondet_bool()) {
    at += direction;
    if (at >= 10) {
      direction = -1;
    } else if (at <= 0) {
      direction = 1;
      if (bounces < 100) {
        bounces++;
      }
    }
    __VERIFIER_assert(at >= 0);
    __VERIFIER_assert(at <= 10);
    __VERIFIER_assert(direction == 1 || direction == -1);
    __VERIFIER_assert(at != 10 || direction == -1);
  }
  __VERIFIER_assert(bounces <= 100);
  __VERIFIER_assert(direction == 1); /* FAILS */
  return 0;
}

/* Speed rises, holds and falls; the way is what the phases give. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  double speed = 0.0;
  double way = 0.0;
  unsigned int hold = __VERIFIER_nondet_uint();
  if (hold > 5) {
    return 0;
  }
  for (int i = 0; i < 4; i++) {
    speed += 0.25;
    way += speed;
  }
  __VERIFIER_assert(speed == 1.0);
  for (unsigned int i = 0; i < hold; i++) {
    way += speed;
  }
  __VERIFIER_assert(way >= 2.5 && way <= 7.5);
  while (speed > 0.0) {
    speed -= 0.25;
    way += speed;
  }
  __VERIFIER_assert(speed == 0.0);
  __VERIFIER_assert(way >= 4.0);
  __VERIFIER_assert(way <= 9.0);
  __VERIFIER_assert(way < 9.0); /* FAILS */
  return 0;
}

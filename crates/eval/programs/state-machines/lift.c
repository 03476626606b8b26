/* A lift serves calls between floors zero and five; it moves only with the door shut. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum mode { IDLE, UP, DOWN, BOARDING };

int main(void) {
  enum mode mode = IDLE;
  int floor = 0;
  int target = 0;
  int door_open = 0;
  while (__VERIFIER_nondet_bool()) {
    int before = floor;
    if (mode == IDLE) {
      int call = __VERIFIER_nondet_int();
      if (call >= 0 && call <= 5) {
        target = call;
        mode = call > floor ? UP : call < floor ? DOWN : BOARDING;
      }
    } else if (mode == UP) {
      floor++;
      if (floor == target) {
        mode = BOARDING;
      }
    } else if (mode == DOWN) {
      floor--;
      if (floor == target) {
        mode = BOARDING;
      }
    } else {
      door_open = !door_open;
      if (!door_open) {
        mode = IDLE;
      }
    }
    __VERIFIER_assert(floor >= 0 && floor <= 5);
    __VERIFIER_assert(floor == before || !door_open);
    __VERIFIER_assert(!door_open || mode == BOARDING);
    __VERIFIER_assert(mode != UP || floor < target);
    __VERIFIER_assert(mode != BOARDING || floor == target);
  }
  return 0;
}

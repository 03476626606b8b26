/* Three stations pass a token; exactly one has it, and only its holder sends. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define STATIONS 3
int main(void) {
  int holds[STATIONS] = {1, 0, 0};
  int sending[STATIONS] = {0, 0, 0};
  int holder = 0;
  int round;
  for (round = 0; round < 10; round++) {
    if (sending[holder]) {
      sending[holder] = 0;
    } else if (__VERIFIER_nondet_bool()) {
      sending[holder] = 1;
    } else {
      holds[holder] = 0;
      holder = (holder + 1) % STATIONS;
      holds[holder] = 1;
    }
    __VERIFIER_assert(holder >= 0 && holder < STATIONS);
    __VERIFIER_assert(holds[0] + holds[1] + holds[2] == 1);
    __VERIFIER_assert(holds[holder] == 1);
    __VERIFIER_assert(sending[0] + sending[1] + sending[2] <= 1);
    __VERIFIER_assert(!sending[1] || holds[1]);
  }
  return 0;
}

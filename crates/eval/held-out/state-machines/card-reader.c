/* A cash machine: three wrong codes keep the card. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum state { EMPTY, ASKING, SERVING, KEPT };
int main(void) {
  enum state state = EMPTY;
  int tries = 0;
  int money = 1000;
  while (__VERIFIER_nondet_bool()) {
    unsigned char event = __VERIFIER_nondet_uchar();
    switch (state) {
    case EMPTY:
      if (event == 0) {
        state = ASKING;
        tries = 0;
      }
      break;
    case ASKING:
      if (event == 1) {
        state = SERVING;
      } else {
        tries++;
        if (tries == 3) {
          state = KEPT;
        }
      }
      break;
    case SERVING: {
      int amount = __VERIFIER_nondet_int();
      if (amount > 0 && amount <= money) {
        money -= amount;
      }
      state = EMPTY;
      break;
    }
    case KEPT:
      break;
    }
    __VERIFIER_assert(tries >= 0 && tries <= 3);
    __VERIFIER_assert(money >= 0 && money <= 1000);
    __VERIFIER_assert(state != KEPT || tries == 3);
    __VERIFIER_assert(state != ASKING || tries < 3);
    __VERIFIER_assert(state != SERVING || tries < 3);
    __VERIFIER_assert(state <= KEPT);
    __VERIFIER_assert(tries < 3 || money == 1000); /* FAILS */
  }
  return 0;
}

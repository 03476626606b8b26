/* A download of blocks with errors and resumption; it ends complete or given up, never in between. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum state { CONNECT, TRANSFER, BROKEN, COMPLETE, GIVEN_UP };
#define BLOCKS 6

int main(void) {
  enum state state = CONNECT;
  int block = 0;
  int failures = 0;
  while (state != COMPLETE && state != GIVEN_UP) {
    int good = __VERIFIER_nondet_uint() % 4u != 0;
    switch (state) {
    case CONNECT:
      state = good ? TRANSFER : BROKEN;
      break;
    case TRANSFER:
      if (good) {
        block++;
        state = block == BLOCKS ? COMPLETE : TRANSFER;
      } else {
        state = BROKEN;
      }
      break;
    default:
      failures++;
      state = failures > 3 ? GIVEN_UP : CONNECT;
      break;
    }
    __VERIFIER_assert(block >= 0 && block <= BLOCKS);
    __VERIFIER_assert(failures >= 0 && failures <= 4);
  }
  __VERIFIER_assert(state != COMPLETE || block == BLOCKS);
  __VERIFIER_assert(state != GIVEN_UP || failures == 4);
  __VERIFIER_assert(state != COMPLETE || failures <= 3);
  __VERIFIER_assert(state != GIVEN_UP || block < BLOCKS);
  return 0;
}

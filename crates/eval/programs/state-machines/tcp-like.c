/* A connection with open, close and reset events; counts of opened and closed connections must match the state. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
enum state { CLOSED, SYN_SENT, ESTABLISHED, CLOSING };
enum event { CONNECT, ACKNOWLEDGE, FINISH, RESET };

int main(void) {
  enum state state = CLOSED;
  int opened = 0;
  int ended = 0;
  int i;
  for (i = 0; i < 12; i++) {
    unsigned int event = __VERIFIER_nondet_uint() % 4u;
    if (event == RESET) {
      if (state == ESTABLISHED || state == CLOSING) {
        ended++;
      }
      state = CLOSED;
    } else if (state == CLOSED && event == CONNECT) {
      state = SYN_SENT;
    } else if (state == SYN_SENT && event == ACKNOWLEDGE) {
      state = ESTABLISHED;
      opened++;
    } else if (state == ESTABLISHED && event == FINISH) {
      state = CLOSING;
    } else if (state == CLOSING && event == ACKNOWLEDGE) {
      state = CLOSED;
      ended++;
    }
    __VERIFIER_assert(ended <= opened);
    __VERIFIER_assert(opened - ended <= 1);
  }
  __VERIFIER_assert((opened == ended) == (state == CLOSED || state == SYN_SENT));
  __VERIFIER_assert(opened <= 6);
  __VERIFIER_assert(ended <= 4);
  __VERIFIER_assert(ended <= 3); /* FAILS */
  return 0;
}

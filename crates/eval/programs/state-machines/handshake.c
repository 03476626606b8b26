/* A handshake with hello, key, verification and data; data flows only after a verified key. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define START 0
#define HELLO 100
#define KEY 200
#define VERIFY 300
#define OPEN 400
#define CLOSED 500

int main(void) {
  int state = START;
  int key_set = 0;
  int verified = 0;
  int sent = 0;
  while (state != CLOSED) {
    int message = __VERIFIER_nondet_int();
    if (state == START) {
      state = message == 1 ? HELLO : CLOSED;
    } else if (state == HELLO) {
      if (message == 2) {
        key_set = 1;
        state = KEY;
      } else {
        state = message == 1 ? HELLO : CLOSED;
      }
    } else if (state == KEY) {
      __VERIFIER_assert(key_set);
      state = VERIFY;
    } else if (state == VERIFY) {
      if (__VERIFIER_nondet_bool()) {
        verified = 1;
        state = OPEN;
      } else {
        key_set = 0;
        state = HELLO;
      }
    } else if (state == OPEN) {
      __VERIFIER_assert(verified && key_set);
      if (sent < 1000) {
        sent++;
      }
      if (message == 9) {
        state = CLOSED;
      }
    }
    __VERIFIER_assert(state % 100 == 0 && state <= CLOSED);
    __VERIFIER_assert(sent == 0 || verified);
  }
  __VERIFIER_assert(verified || !key_set);
  __VERIFIER_assert(sent > 0); /* FAILS */
  return 0;
}

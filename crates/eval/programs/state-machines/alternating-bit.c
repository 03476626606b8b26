/* Sender and receiver with an alternating bit over a lossy line; messages arrive once and in order. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int sender_bit = 0;
  int receiver_bit = 0;
  int sent = 0;
  int delivered = 0;
  int i;
  for (i = 0; i < 15; i++) {
    int arrives = __VERIFIER_nondet_bool();
    int reply_arrives = __VERIFIER_nondet_bool();
    if (arrives) {
      if (sender_bit == receiver_bit) {
        delivered++;
        receiver_bit = 1 - receiver_bit;
      }
      if (reply_arrives && receiver_bit != sender_bit) {
        sent++;
        sender_bit = 1 - sender_bit;
      }
    }
    __VERIFIER_assert(delivered == sent || delivered == sent + 1);
    __VERIFIER_assert((delivered == sent) == (sender_bit == receiver_bit));
    __VERIFIER_assert(sender_bit == sent % 2);
  }
  __VERIFIER_assert(delivered <= 15);
  __VERIFIER_assert(sent <= delivered);
  return 0;
}

/* Bytes are folded into an eight-bit checksum by rotate and xor; an equal message has an equal sum. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define LENGTH 6
static unsigned int fold(const unsigned char *bytes) {
  unsigned int sum = 0x5a;
  int i;
  for (i = 0; i < LENGTH; i++) {
    sum = ((sum << 1) | (sum >> 7)) & 0xffu;
    sum ^= bytes[i];
    __VERIFIER_assert(sum <= 0xffu);
  }
  return sum;
}

int main(void) {
  unsigned char message[LENGTH];
  int i;
  for (i = 0; i < LENGTH; i++) {
    message[i] = __VERIFIER_nondet_uchar();
  }
  unsigned int first = fold(message);
  unsigned int second = fold(message);
  __VERIFIER_assert(first == second);
  message[LENGTH - 1] ^= 1u;
  __VERIFIER_assert(fold(message) == (first ^ 1u));
  message[0] ^= 16u;
  __VERIFIER_assert(fold(message) == first); /* FAILS */
  return 0;
}

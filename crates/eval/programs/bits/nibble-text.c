/* A byte is written as two hexadecimal digits and read back. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static char digit(unsigned int nibble) {
  return (char)(nibble < 10 ? '0' + nibble : 'a' + (nibble - 10));
}

static unsigned int value(char c) {
  return (unsigned int)(c >= 'a' ? c - 'a' + 10 : c - '0');
}

int main(void) {
  unsigned int byte = __VERIFIER_nondet_uchar();
  char high = digit(byte >> 4);
  char low = digit(byte & 15u);
  __VERIFIER_assert((high >= '0' && high <= '9') || (high >= 'a' && high <= 'f'));
  __VERIFIER_assert(value(low) < 16);
  __VERIFIER_assert(value(high) * 16 + value(low) == byte);
  if (byte < 160) {
    __VERIFIER_assert(high <= '9');
  }
  __VERIFIER_assert(low != 'e'); /* FAILS */
  return 0;
}

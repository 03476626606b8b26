/* Day, month and year are packed into sixteen bits and taken out again. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int day = __VERIFIER_nondet_uint();
  unsigned int month = __VERIFIER_nondet_uint();
  unsigned int year = __VERIFIER_nondet_uint();
  if (day < 1 || day > 31 || month < 1 || month > 12 || year > 127) {
    return 0;
  }
  unsigned short packed = (unsigned short)((year << 9) | (month << 5) | day);
  __VERIFIER_assert((packed & 31u) == day);
  __VERIFIER_assert(((packed >> 5) & 15u) == month);
  __VERIFIER_assert(packed >> 9 == (int)year);
  __VERIFIER_assert(packed != 0);
  __VERIFIER_assert(packed < 0x8000); /* FAILS */
  return 0;
}

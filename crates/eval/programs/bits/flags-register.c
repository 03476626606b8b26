/* Flags of a device register are set, cleared and toggled by mask; the others must stay. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define READY 0x01u
#define BUSY 0x02u
#define ERROR 0x04u
#define RESERVED 0xf0u
int main(void) {
  unsigned int reg = READY;
  while (__VERIFIER_nondet_bool()) {
    unsigned int command = __VERIFIER_nondet_uint() & 3u;
    if (command == 0) {
      reg |= BUSY;
      reg &= ~READY;
    } else if (command == 1) {
      reg &= ~BUSY;
      reg |= READY;
    } else if (command == 2) {
      reg ^= ERROR;
    }
    __VERIFIER_assert((reg & RESERVED) == 0);
    __VERIFIER_assert((reg & (READY | BUSY)) != (READY | BUSY));
    __VERIFIER_assert((reg & (READY | BUSY)) != 0);
  }
  __VERIFIER_assert(reg < 8);
  __VERIFIER_assert((reg & ERROR) == 0); /* FAILS */
  return 0;
}

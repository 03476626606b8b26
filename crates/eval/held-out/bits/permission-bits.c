/* Permissions of files: setting, clearing and asking are independent. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define READ 4u
#define WRITE 2u
#define RUN 1u
int main(void) {
  unsigned int mode = __VERIFIER_nondet_uint() & 0777u;
  unsigned int before = mode;
  mode |= READ << 6;
  __VERIFIER_assert((mode & 0400u) != 0);
  mode &= ~(WRITE << 3);
  __VERIFIER_assert((mode & 0020u) == 0);
  __VERIFIER_assert(mode <= 0777u);
  mode ^= RUN;
  __VERIFIER_assert((mode & RUN) != (before & RUN));
  __VERIFIER_assert((mode & 0070u & WRITE << 3) == 0);
  __VERIFIER_assert((mode & 0007u) == 0); /* FAILS */
  unsigned int owner = mode >> 6;
  __VERIFIER_assert(owner >= 4 && owner <= 7);
  return 0;
}

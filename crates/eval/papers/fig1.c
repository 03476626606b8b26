extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
void M(void) {
  int c = 0;
  while (__VERIFIER_nondet_int()) {
    if (c < 7) {
      c++;
    }
  }
  __VERIFIER_assert(c < 585);
  __VERIFIER_assert(7 < c);
}

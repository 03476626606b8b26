/* One counter goes up while the other goes down; their sum must not change. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int up = 0;
  unsigned int down = n;
  while (down > 0) {
    up++;
    down--;
    __VERIFIER_assert(up + down == n);
  }
  __VERIFIER_assert(down == 0);
  __VERIFIER_assert(up == n);
  __VERIFIER_assert(up <= 50000u); /* FAILS */
  return 0;
}

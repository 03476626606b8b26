/* Fields of a packet header keep their widths when they are assigned from larger numbers. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct header {
  unsigned int version : 4;
  unsigned int kind : 3;
  unsigned int urgent : 1;
  unsigned int length : 12;
};

int main(void) {
  struct header h = {0};
  unsigned int n = __VERIFIER_nondet_uint();
  h.version = 5;
  h.kind = n & 7u;
  h.length = n % 4096u;
  __VERIFIER_assert(h.version == 5);
  __VERIFIER_assert(h.kind <= 7);
  __VERIFIER_assert(h.urgent == 0);
  h.urgent = h.kind > 5;
  __VERIFIER_assert(h.length % 8 == h.kind);
  if (n < 4096) {
    __VERIFIER_assert(h.length == n);
  }
  __VERIFIER_assert(!h.urgent || h.length > 6); /* FAILS */
  return 0;
}

/* A job is tried up to five times; at the end it has either succeeded or used all tries. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int tries = 0;
  int done = 0;
  int waited = 0;
  int delay = 1;
  while (!done && tries < 5) {
    tries++;
    done = __VERIFIER_nondet_bool();
    if (!done) {
      waited += delay;
      delay *= 2;
    }
    __VERIFIER_assert(delay >= 1 && delay <= 32);
  }
  __VERIFIER_assert(tries >= 1 && tries <= 5);
  __VERIFIER_assert(done || tries == 5);
  __VERIFIER_assert(waited == delay - 1);
  __VERIFIER_assert(done); /* FAILS */
  return 0;
}

/* Two structures share a buffer; who writes last is seen by both. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct view { int *start; int length; };

int main(void) {
  int *buffer = malloc(8 * sizeof *buffer);
  if (!buffer) {
    return 0;
  }
  for (int i = 0; i < 8; i++) {
    buffer[i] = 0;
  }
  struct view all = {buffer, 8};
  struct view tail = {buffer + 4, 4};
  int number = __VERIFIER_nondet_int();
  int place = __VERIFIER_nondet_int();
  if (place < 0 || place >= tail.length) {
    return 0;
  }
  tail.start[place] = number;
  __VERIFIER_assert(all.start[place + 4] == number);
  __VERIFIER_assert(all.start[0] == 0);
  __VERIFIER_assert(all.start[place] == 0);
  __VERIFIER_assert(all.start + 4 == tail.start);
  all.start[4] = 7;
  __VERIFIER_assert(tail.start[0] == 7);
  __VERIFIER_assert(tail.start[place] == number); /* FAILS */
  free(buffer);
  return 0;
}

/* A key is searched in a table of squares; what is found must be the key, and strangers are not found. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define SIZE 20
static int square[SIZE];

static int find(int key) {
  int i;
  for (i = 0; i < SIZE; i++) {
    if (square[i] == key) {
      return i;
    }
  }
  return -1;
}

int main(void) {
  int i;
  for (i = 0; i < SIZE; i++) {
    square[i] = i * i;
  }
  int key = __VERIFIER_nondet_int();
  int at = find(key);
  __VERIFIER_assert(at >= -1 && at < SIZE);
  if (at >= 0) {
    __VERIFIER_assert(square[at] == key);
    __VERIFIER_assert(key >= 0 && key <= 361);
  }
  if (key < 0) {
    __VERIFIER_assert(at == -1);
  }
  __VERIFIER_assert(find(50) >= 0); /* FAILS */
  return 0;
}

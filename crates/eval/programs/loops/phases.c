/* A value rises to fifty, then falls; which phase it is in must follow from the loop counter. */
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int value = 0;
  int phase = 0;
  int i;
  for (i = 0; i < 80; i++) {
    if (i == 50) {
      phase = 1;
    }
    if (phase == 0) {
      value++;
    } else {
      value--;
    }
    __VERIFIER_assert(value >= 0 && value <= 50);
  }
  __VERIFIER_assert(phase == 1);
  __VERIFIER_assert(value == 20);
  __VERIFIER_assert(i == 80);
  return 0;
}

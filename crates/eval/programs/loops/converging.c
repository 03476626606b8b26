/* Two indices run towards each other by chosen steps; they must meet without crossing far. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
int main(void) {
  int left = 0;
  int right = __VERIFIER_nondet_int();
  if (right < 0 || right > 30000) {
    return 0;
  }
  int span = right;
  int rounds = 0;
  while (left < right) {
    if (__VERIFIER_nondet_bool()) {
      left++;
    } else {
      right--;
    }
    rounds++;
  }
  __VERIFIER_assert(left == right);
  __VERIFIER_assert(left >= 0 && left <= 30000);
  __VERIFIER_assert(rounds == span);
  __VERIFIER_assert(left <= span);
  return 0;
}

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  if (n < 0 || n > 20) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    sum += i % 3;
  }
  return sum > n;
}

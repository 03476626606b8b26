/* Degrees are converted from Celsius to Fahrenheit; the known points and the range must come out. */
extern void abort(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static double to_fahrenheit(double celsius) {
  return celsius * 9.0 / 5.0 + 32.0;
}

int main(void) {
  int tenths = __VERIFIER_nondet_int();
  if (tenths < -400 || tenths > 1000) {
    return 0;
  }
  double celsius = tenths / 10.0;
  double fahrenheit = to_fahrenheit(celsius);
  __VERIFIER_assert(celsius >= -40.0 && celsius <= 100.0);
  __VERIFIER_assert(fahrenheit <= 212.0);
  __VERIFIER_assert(fahrenheit >= -40.0);
  if (tenths == 0) {
    __VERIFIER_assert(fahrenheit == 32.0);
  }
  if (fahrenheit > 150.0) {
    __VERIFIER_assert(celsius > 65.0);
  }
  return 0;
}

/* Memory from calloc starts at zero; bits that were never set must stay clear. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define COUNT 16
int main(void) {
  unsigned char *flag = calloc(COUNT, 1);
  unsigned int i;
  unsigned int set = 0;
  if (!flag) {
    return 0;
  }
  __VERIFIER_assert(flag[0] == 0 && flag[COUNT - 1] == 0);
  for (i = 0; i < 3; i++) {
    unsigned int at = __VERIFIER_nondet_uint();
    if (at < COUNT && at != 5) {
      flag[at] = 1;
    }
  }
  for (i = 0; i < COUNT; i++) {
    __VERIFIER_assert(flag[i] <= 1);
    set += flag[i];
  }
  __VERIFIER_assert(flag[5] == 0);
  __VERIFIER_assert(set <= 3);
  __VERIFIER_assert(set == 3); /* FAILS */
  free(flag);
  return 0;
}

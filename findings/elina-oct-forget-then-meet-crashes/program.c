/* x2 >= 0, forget x2, meet with itself, with the octagons of ELINA: it crashes. */
#include <ap_global0.h>
#include <stdio.h>

ap_manager_t *opt_oct_manager_alloc(void);

/* factors * x + constant >= 0 */
static ap_lincons0_t at_least(int dims, const int *factors, int constant)
{
    ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_DENSE, dims);
    for (int i = 0; i < dims; i++) {
        ap_linexpr0_set_coeff_scalar_int(expr, i, factors[i]);
    }
    ap_linexpr0_set_cst_scalar_int(expr, constant);
    return ap_lincons0_make(AP_CONS_SUPEQ, expr, NULL);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    ap_manager_t *man = opt_oct_manager_alloc();
    printf("%s %s\n", ap_manager_get_library(man), ap_manager_get_version(man));
    ap_lincons0_array_t guard = ap_lincons0_array_make(1);
    guard.p[0] = at_least(3, (int[]){0, 0, 1}, 0);
    ap_abstract0_t *before = ap_abstract0_meet_lincons_array(man, false, ap_abstract0_top(man, 3, 0), &guard);
    ap_dim_t x2 = 2;
    ap_abstract0_t *after = ap_abstract0_forget_array(man, false, before, &x2, 1, false);
    puts("x2 is forgotten");
    ap_abstract0_meet(man, false, after, after);
    puts("met");
    return 0;
}

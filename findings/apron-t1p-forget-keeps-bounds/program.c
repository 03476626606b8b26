/* x1 >= 0, then forget x1, with taylor1plus. Exit code 0: x1 is still above 0. */
#include <ap_global0.h>
#include <t1p.h>
#include <stdio.h>

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
    ap_manager_t *man = t1p_manager_alloc();
    printf("%s %s\n", ap_manager_get_library(man), ap_manager_get_version(man));
    ap_lincons0_array_t guard = ap_lincons0_array_make(1);
    guard.p[0] = at_least(2, (int[]){0, 1}, 0);
    ap_abstract0_t *before = ap_abstract0_meet_lincons_array(man, false, ap_abstract0_top(man, 2, 0), &guard);
    ap_dim_t x1 = 1;
    ap_abstract0_t *after = ap_abstract0_forget_array(man, false, before, &x1, 1, false);
    ap_interval_t *bound = ap_abstract0_bound_dimension(man, after, 1);
    printf("after forgetting it, x1 is in ");
    ap_interval_print(bound);
    puts("");
    return ap_scalar_infty(bound->inf) ? 1 : 0;
}

/* 3*x0 + 9/4 >= 0 for a real x0, with the polyhedra of ELINA. Exit code 0: x0 = -1/2 is lost. */
#include <ap_global0.h>
#include <gmp.h>
#include <stdio.h>

ap_manager_t *opt_pk_manager_alloc(bool strict);

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    ap_manager_t *man = opt_pk_manager_alloc(false);
    printf("%s %s\n", ap_manager_get_library(man), ap_manager_get_version(man));
    ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_DENSE, 1);
    ap_linexpr0_set_coeff_scalar_int(expr, 0, 3);
    ap_linexpr0_set_cst_scalar_frac(expr, 9, 4);
    ap_lincons0_array_t guard = ap_lincons0_array_make(1);
    guard.p[0] = ap_lincons0_make(AP_CONS_SUPEQ, expr, NULL);
    ap_abstract0_t *after = ap_abstract0_meet_lincons_array(man, false, ap_abstract0_top(man, 0, 1), &guard);
    ap_scalar_t *low = ap_abstract0_bound_dimension(man, after, 0)->inf;
    printf("x0 >= ");
    ap_scalar_print(low);
    puts("");
    return ap_scalar_cmp_int(low, 0) >= 0 ? 0 : 1;
}

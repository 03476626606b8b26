/* Meets top with x0 >= 1 in the domain of linear equalities. Exit code 0: the result is flagged as exact and is not. */
#include <ap_global0.h>
#include <pkeq.h>
#include <stdio.h>

int main(void)
{
    ap_manager_t *man = pkeq_manager_alloc();
    ap_abstract0_t *top = ap_abstract0_top(man, 0, 1);
    ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_DENSE, 1); /* x0 - 1 */
    ap_linexpr0_set_coeff_scalar_int(expr, 0, 1);
    ap_linexpr0_set_cst_scalar_int(expr, -1);
    ap_lincons0_array_t guard = ap_lincons0_array_make(1);
    guard.p[0] = ap_lincons0_make(AP_CONS_SUPEQ, expr, NULL);

    man->option.funopt[AP_FUNID_MEET_LINCONS_ARRAY].flag_exact_wanted = true;
    ap_abstract0_t *result = ap_abstract0_meet_lincons_array(man, false, top, &guard);
    bool exact = ap_manager_get_flag_exact(man);
    bool is_top = ap_abstract0_is_top(man, result);
    printf("the meet of top with x0 >= 1 is %s; flag_exact: %s\n", is_top ? "top" : "not top", exact ? "true" : "false");
    return exact && is_top ? 0 : 1;
}

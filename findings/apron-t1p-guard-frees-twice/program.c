/* x1 >= 0, x1 <= 1 and x0 >= 0 with taylor1plus: it frees memory twice. */
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
    ap_lincons0_array_t guards = ap_lincons0_array_make(3);
    guards.p[0] = at_least(2, (int[]){0, 1}, 0);
    guards.p[1] = at_least(2, (int[]){0, -1}, 1);
    guards.p[2] = at_least(2, (int[]){1, 0}, 0);
    ap_abstract0_t *both = ap_abstract0_of_lincons_array(man, 2, 0, &guards);
    ap_abstract0_fprint(stdout, man, both, NULL);
    return 0;
}

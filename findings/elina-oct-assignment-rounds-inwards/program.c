/* x2 >= 0 and x1 = -x2 - 3, then x0 := 18014398509481983 * x1. Exit code 0: the image of (0, -3, 0) is lost. */
#include <ap_global0.h>
#include <gmp.h>
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
    ap_lincons0_array_t guards = ap_lincons0_array_make(2);
    guards.p[0] = at_least(3, (int[]){0, 0, 1}, 0);
    guards.p[1] = at_least(3, (int[]){0, 1, 1}, 3);
    guards.p[1].constyp = AP_CONS_EQ;
    ap_abstract0_t *before = ap_abstract0_meet_lincons_array(man, false, ap_abstract0_top(man, 3, 0), &guards);
    mpq_t factor, image, high;
    mpq_inits(factor, image, high, NULL);
    mpq_set_str(factor, "18014398509481983", 10);
    mpq_set_str(image, "-54043195528445949", 10); /* -3 times that */
    ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_DENSE, 3);
    ap_coeff_set_scalar_mpq(ap_linexpr0_coeffref(expr, 1), factor);
    ap_abstract0_t *after = ap_abstract0_assign_linexpr(man, false, before, 0, expr, NULL);
    ap_scalar_t *bound = ap_abstract0_bound_dimension(man, after, 0)->sup;
    if (ap_scalar_infty(bound)) {
        puts("x0 has no upper bound");
        return 1;
    }
    ap_mpq_set_scalar(high, bound, GMP_RNDU);
    gmp_printf("x0 <= %Qd, and the image of (0, -3, 0) is %Qd\n", high, image);
    return mpq_cmp(image, high) > 0 ? 0 : 1;
}

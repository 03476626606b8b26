/* x >= 3/5, then x := -3 * x, with boxes over MPFR. Exit code 0: the image of the box's own lower bound is lost. */
#include <ap_global0.h>
#include <box.h>
#include <gmp.h>
#include <mpfr.h>
#include <stdio.h>

/* The bound as an exact number; the library returns it in its own type. */
static void exact(mpq_t number, ap_scalar_t *bound)
{
    mpq_init(number);
    if (bound->discr == AP_SCALAR_MPFR) {
        mpfr_get_q(number, bound->val.mpfr);
    } else if (bound->discr == AP_SCALAR_MPQ) {
        mpq_set(number, bound->val.mpq);
    } else {
        mpq_set_d(number, bound->val.dbl);
    }
}

int main(void)
{
    ap_manager_t *man = box_manager_alloc();
    ap_abstract0_t *top = ap_abstract0_top(man, 0, 1);
    ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_DENSE, 1); /* x - 3/5 */
    ap_linexpr0_set_coeff_scalar_int(expr, 0, 1);
    ap_linexpr0_set_cst_scalar_frac(expr, -3, 5);
    ap_lincons0_array_t guard = ap_lincons0_array_make(1);
    guard.p[0] = ap_lincons0_make(AP_CONS_SUPEQ, expr, NULL);
    ap_abstract0_t *before = ap_abstract0_meet_lincons_array(man, false, top, &guard);

    ap_linexpr0_t *times = ap_linexpr0_alloc(AP_LINEXPR_DENSE, 1); /* -3 * x */
    ap_linexpr0_set_coeff_scalar_int(times, 0, -3);
    ap_abstract0_t *after = ap_abstract0_assign_linexpr(man, false, before, 0, times, NULL);

    mpq_t low, high, image;
    exact(low, ap_abstract0_bound_dimension(man, before, 0)->inf);
    exact(high, ap_abstract0_bound_dimension(man, after, 0)->sup);
    mpq_init(image);
    mpq_set_si(image, -3, 1);
    mpq_mul(image, image, low);
    gmp_printf("before: x >= %Qd\nafter:  x <= %Qd\nimage of the lower bound: %Qd\n", low, high, image);
    int lost = mpq_cmp(image, high) > 0;
    puts(lost ? "the image is above the upper bound: it is lost" : "the image is in the result");
    return lost ? 0 : 1;
}

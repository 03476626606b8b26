/* x2 >= 0, then x2 := -2*x0 + x1 + 1, x1 := 2*x0 + 2, x0 := -x2 + 4 at once. Exit code 0: x2 is still above 0 if it is done in place. */
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

static void show(ap_manager_t *man, ap_abstract0_t *a, int dims)
{
    for (int i = 0; i < dims; i++) {
        printf("  x%d in ", i);
        ap_interval_print(ap_abstract0_bound_dimension(man, a, i));
        puts("");
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    ap_manager_t *man = opt_oct_manager_alloc();
    printf("%s %s\n", ap_manager_get_library(man), ap_manager_get_version(man));
    ap_lincons0_array_t guard = ap_lincons0_array_make(1);
    guard.p[0] = at_least(3, (int[]){0, 0, 1}, 0);
    ap_abstract0_t *before = ap_abstract0_meet_lincons_array(man, false, ap_abstract0_top(man, 3, 0), &guard);
    ap_dim_t targets[3] = {2, 1, 0};
    int factors[3][4] = {{-2, 1, 0, 1}, {2, 0, 0, 2}, {0, 0, -1, 4}};
    ap_linexpr0_t *exprs[3];
    for (int i = 0; i < 3; i++) {
        exprs[i] = at_least(3, factors[i], factors[i][3]).linexpr0;
    }
    puts("a copy:");
    show(man, ap_abstract0_assign_linexpr_array(man, false, before, targets, exprs, 3, NULL), 3);
    puts("in place:");
    ap_abstract0_t *after = ap_abstract0_assign_linexpr_array(man, true, before, targets, exprs, 3, NULL);
    show(man, after, 3);
    return ap_scalar_infty(ap_abstract0_bound_dimension(man, after, 2)->inf) ? 1 : 0;
}

/* x2 := 0 and x0 := 0 of top at once, then x1 := 0, with the polyhedra of ELINA: it crashes. */
#include <ap_global0.h>
#include <stdio.h>

ap_manager_t *opt_pk_manager_alloc(bool strict);

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    ap_manager_t *man = opt_pk_manager_alloc(false);
    printf("%s %s\n", ap_manager_get_library(man), ap_manager_get_version(man));
    ap_dim_t targets[2] = {2, 0};
    ap_linexpr0_t *zero = ap_linexpr0_alloc(AP_LINEXPR_DENSE, 3);
    ap_linexpr0_t *exprs[2] = {zero, zero};
    ap_abstract0_t *both = ap_abstract0_assign_linexpr_array(man, false, ap_abstract0_top(man, 3, 0), targets, exprs, 2, NULL);
    puts("x2 and x0 are assigned");
    ap_abstract0_assign_linexpr(man, false, both, 1, zero, NULL);
    puts("x1 is assigned");
    return 0;
}

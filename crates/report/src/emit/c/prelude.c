static ap_manager_t *man;
static ap_abstract0_t *p[ELEMENTS];

enum answer { YES, NO, UNKNOWN };
static const char *const WORDS[] = { "yes", "no", "unknown" };

/* A linear expression: its constant, its length, then pairs of a dimension and a coefficient. */
static inline ap_linexpr0_t *linear(const char *constant, int terms, ...)
{
    ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_SPARSE, 0);
    va_list rest;
    mpq_t number;
    mpq_init(number);
    mpq_set_str(number, constant, 10);
    ap_coeff_set_scalar_mpq(&expr->cst, number);
    va_start(rest, terms);
    for (int i = 0; i < terms; i++) {
        ap_dim_t dim = (ap_dim_t)va_arg(rest, int);
        mpq_set_str(number, va_arg(rest, const char *), 10);
        ap_coeff_set_scalar_mpq(ap_linexpr0_coeffref(expr, dim), number);
    }
    va_end(rest);
    mpq_clear(number);
    return expr;
}

/* All of some constraints, each given by its type and its expression. */
static inline ap_lincons0_array_t all(int count, ...)
{
    ap_lincons0_array_t array = ap_lincons0_array_make((size_t)count);
    va_list rest;
    va_start(rest, count);
    for (int i = 0; i < count; i++) {
        array.p[i].constyp = (ap_constyp_t)va_arg(rest, int);
        array.p[i].linexpr0 = va_arg(rest, ap_linexpr0_t *);
    }
    va_end(rest);
    return array;
}

static inline ap_abstract0_t *of(ap_lincons0_array_t array)
{
    return ap_abstract0_of_lincons_array(man, INTEGERS, REALS, &array);
}

static inline ap_abstract0_t *guard(bool in_place, ap_abstract0_t *a, ap_lincons0_array_t array)
{
    return ap_abstract0_meet_lincons_array(man, in_place, a, &array);
}

/* Assign to some dimensions at once, each given with its expression. */
static inline ap_abstract0_t *assign(bool in_place, ap_abstract0_t *a, int count, ...)
{
    ap_dim_t dims[DIMENSIONS + 1];
    ap_linexpr0_t *exprs[DIMENSIONS + 1];
    va_list rest;
    va_start(rest, count);
    for (int i = 0; i < count; i++) {
        dims[i] = (ap_dim_t)va_arg(rest, int);
        exprs[i] = va_arg(rest, ap_linexpr0_t *);
    }
    va_end(rest);
    return ap_abstract0_assign_linexpr_array(man, in_place, a, dims, exprs, (size_t)count, NULL);
}

static inline ap_abstract0_t *forget(bool in_place, ap_abstract0_t *a, int count, ...)
{
    ap_dim_t dims[DIMENSIONS + 1];
    va_list rest;
    va_start(rest, count);
    for (int i = 0; i < count; i++)
        dims[i] = (ap_dim_t)va_arg(rest, int);
    va_end(rest);
    return ap_abstract0_forget_array(man, in_place, a, dims, (size_t)count, false);
}

/* Remove, permute and add dimensions, each if there is something to do. */
static inline ap_abstract0_t *embed(bool in_place, ap_abstract0_t *a, ap_dimchange_t *removed,
                                    ap_dimperm_t *moved, ap_dimchange_t *added)
{
    a = ap_abstract0_copy(man, a);
    if (removed)
        a = ap_abstract0_remove_dimensions(man, in_place, a, removed);
    if (moved)
        a = ap_abstract0_permute_dimensions(man, in_place, a, moved);
    if (added)
        a = ap_abstract0_add_dimensions(man, in_place, a, added, false);
    return a;
}

/* Look at an element, which must not change it but may change its inner state. */
static inline void look_at_bottom(ap_abstract0_t *a)
{
    (void)ap_abstract0_is_bottom(man, a);
}

static inline void look_at_text(ap_abstract0_t *a)
{
    FILE *nowhere = fopen("/dev/null", "w");
    ap_abstract0_fprint(nowhere, man, a, NULL);
    fclose(nowhere);
}

static inline void look_at_constraints(ap_abstract0_t *a)
{
    ap_lincons0_array_t array = ap_abstract0_to_lincons_array(man, a);
    ap_lincons0_array_clear(&array);
}

static inline void look_at_bounds(ap_abstract0_t *a)
{
    for (int dim = 0; dim < DIMENSIONS; dim++)
        ap_interval_free(ap_abstract0_bound_dimension(man, a, (ap_dim_t)dim));
}

static inline void look_at_normal_form(ap_abstract0_t *a)
{
    ap_abstract0_canonicalize(man, a);
}

/* A no counts only if the library flags it as exact. */
static inline enum answer said(bool yes)
{
    return yes ? YES : man->result.flag_exact ? NO : UNKNOWN;
}

/* The finding depends on this answer; where it was unknown, a no is as good. */
static inline void answered(const char *question, enum answer now, enum answer then)
{
    printf("%-24s %s\n", question, WORDS[now]);
    if (now != then && !(then == UNKNOWN && now == NO)) {
        printf("not reproduced: the answer was %s when this was found\n", WORDS[then]);
        exit(0);
    }
}

/* The property held with this answer; it does not hold if the contrary is said. */
static inline void holds(const char *question, enum answer now, enum answer then)
{
    printf("%-24s %s\n", question, WORDS[now]);
    if (now != then && now != UNKNOWN && then != UNKNOWN) {
        printf("violated\n");
        exit(1);
    }
}

/* The value of a constraint's expression at a point, in exact arithmetic; false if it is infinite. */
static inline bool value_at(mpq_t sum, ap_lincons0_t *constraint, const char *const *point)
{
    mpq_t factor, number;
    ap_scalar_t *scalar = constraint->linexpr0->cst.val.scalar;
    bool finite = constraint->linexpr0->cst.discr == AP_COEFF_SCALAR && !ap_scalar_infty(scalar);
    mpq_init(factor);
    mpq_init(number);
    if (finite)
        ap_mpq_set_scalar(sum, scalar, GMP_RNDU);
    for (int dim = 0; finite && dim < DIMENSIONS; dim++) {
        ap_coeff_t *coeff = ap_linexpr0_coeffref(constraint->linexpr0, (ap_dim_t)dim);
        finite = coeff && coeff->discr == AP_COEFF_SCALAR && !ap_scalar_infty(coeff->val.scalar);
        if (finite) {
            ap_mpq_set_scalar(factor, coeff->val.scalar, GMP_RNDU);
            mpq_set_str(number, point[dim], 10);
            mpq_mul(number, number, factor);
            mpq_add(sum, sum, number);
        }
    }
    mpq_clear(factor);
    mpq_clear(number);
    return finite;
}

/* Does the point satisfy all constraints of the element? */
static inline bool has_point(ap_abstract0_t *a, const char *const *point)
{
    ap_lincons0_array_t array = ap_abstract0_to_lincons_array(man, a);
    bool all = true;
    mpq_t sum;
    mpq_init(sum);
    for (size_t i = 0; i < array.size; i++) {
        if (!array.p[i].linexpr0 || !value_at(sum, &array.p[i], point))
            continue;
        switch (array.p[i].constyp) {
        case AP_CONS_EQ: all = all && mpq_sgn(sum) == 0; break;
        case AP_CONS_SUPEQ: all = all && mpq_sgn(sum) >= 0; break;
        case AP_CONS_SUP: all = all && mpq_sgn(sum) > 0; break;
        case AP_CONS_DISEQ: all = all && mpq_sgn(sum) != 0; break;
        default: break;
        }
    }
    mpq_clear(sum);
    ap_lincons0_array_clear(&array);
    return all;
}

static inline void start(ap_manager_t *manager)
{
    man = manager;
    if (!man) {
        printf("the library gave no manager\n");
        exit(2);
    }
    for (int exception = 0; exception < AP_EXC_SIZE; exception++)
        ap_manager_set_abort_if_exception(man, (ap_exc_t)exception, false);
}

/* The pool test of Fig. 2 of the ASE'18 paper as a plain loop in C over APRON's interface: the yardstick
   for what a harness costs. The libraries name none of those that they need, so all are linked here.

   cc -O2 -o pool pool.c -Wl,--no-as-needed -lapron -lmpfr -lgmp -lm -ldl
   pool TARGET [SECONDS [SEED [VARIABLES]]]        TARGET: box:d box:mpq oct:d oct:mpq pk:mpq pk:mpq:strict

   32 elements are made once: top, bottom, and elements of one constraint of the domain's shape. Each test
   makes 16 more by random operations on random elements and then checks one of twelve properties. The
   random stream is splitmix64, one draw for each choice, so that the same loop can be written elsewhere
   and do the same work. */

#include <ap_global0.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INITIAL = 32, OPERATIONS = 16, PROPERTIES = 12, MOST_VARIABLES = 64 };
enum shape { INTERVAL = 1, OCTAGON = 2, POLYHEDRON = 4 };

struct target {
  const char *name, *library, *constructor;
  int strict; /* -1: the constructor takes no argument */
  enum shape shape;
};

static const struct target targets[] = {
    {"box:d", "libboxD.so.0", "box_manager_alloc", -1, INTERVAL},
    {"box:mpq", "libboxMPQ.so.0", "box_manager_alloc", -1, INTERVAL},
    {"oct:d", "liboctD.so.0", "oct_manager_alloc", -1, OCTAGON},
    {"oct:mpq", "liboctMPQ.so.0", "oct_manager_alloc", -1, OCTAGON},
    {"pk:mpq", "libpolkaMPQ.so.0", "pk_manager_alloc", 0, POLYHEDRON},
    {"pk:mpq:strict", "libpolkaMPQ.so.0", "pk_manager_alloc", 1, POLYHEDRON},
};

static uint64_t state;

static uint64_t below(uint64_t bound) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (z ^ (z >> 31)) % bound;
}

static ap_manager_t *manager;
static enum shape shape;
static size_t variables;
static ap_abstract0_t *pool[INITIAL + OPERATIONS];

/* Half of the constants are small, the others the ends of a long and zero. */
static long constant(void) {
  static const long special[] = {LONG_MIN, 0, LONG_MAX};
  return below(2) ? (long)below(201) - 100 : special[below(3)];
}

/* A sum of variables with factors 1 and -1, and a constant. A variable that is drawn again counts once. */
static ap_linexpr0_t *expression(size_t most) {
  ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_SPARSE, 0);
  for (size_t terms = 1 + below(most); terms > 0; terms--) {
    ap_dim_t variable = below(variables);
    ap_linexpr0_set_coeff_scalar_int(expr, variable, below(2) ? 1 : -1);
  }
  ap_coeff_set_scalar_int(&expr->cst, constant());
  return expr;
}

static ap_abstract0_t *constrained(void) {
  ap_lincons0_array_t array = ap_lincons0_array_make(1);
  array.p[0] = ap_lincons0_make(AP_CONS_SUPEQ, expression(shape), NULL);
  ap_abstract0_t *element = ap_abstract0_of_lincons_array(manager, 0, variables, &array);
  ap_lincons0_array_clear(&array);
  return element;
}

/* Polyhedra widen only what grows; widening boxes by bottom crashes. */
static ap_abstract0_t *widen(ap_abstract0_t *x, ap_abstract0_t *y) {
  if (shape == OCTAGON)
    return ap_abstract0_widening(manager, x, y);
  ap_abstract0_t *joined = ap_abstract0_join(manager, false, x, y);
  ap_abstract0_t *widened = ap_abstract0_widening(manager, x, joined);
  ap_abstract0_free(manager, joined);
  return widened;
}

static ap_abstract0_t *operation(size_t size) {
  ap_abstract0_t *x = pool[below(size)], *y = pool[below(size)];
  switch (below(5)) {
  case 0:
    return ap_abstract0_join(manager, false, x, y);
  case 1:
    return ap_abstract0_meet(manager, false, x, y);
  case 2:
    return widen(x, y);
  case 3: {
    ap_dim_t variable = below(variables);
    ap_linexpr0_t *expr = expression(2);
    ap_abstract0_t *assigned = ap_abstract0_assign_linexpr_array(manager, false, x, &variable, &expr, 1, NULL);
    ap_linexpr0_free(expr);
    return assigned;
  }
  default: {
    ap_dim_t variable = below(variables);
    return ap_abstract0_forget_array(manager, false, x, &variable, 1, false);
  }
  }
}

/* Only a no that is flagged exact accuses. */
static bool accuses(bool holds) { return !holds && manager->result.flag_exact; }

static bool leq(ap_abstract0_t *x, ap_abstract0_t *y) { return accuses(ap_abstract0_is_leq(manager, x, y)); }

static bool equal(ap_abstract0_t *x, ap_abstract0_t *y) { return accuses(ap_abstract0_is_eq(manager, x, y)); }

/* Compare a result with an element, or two results with each other, and free the results. */
static bool result_equal(ap_abstract0_t *result, ap_abstract0_t *other, bool free_other) {
  bool violated = equal(result, other);
  ap_abstract0_free(manager, result);
  if (free_other)
    ap_abstract0_free(manager, other);
  return violated;
}

static bool violated(size_t size) {
  ap_abstract0_t *top = pool[0], *bottom = pool[1], *x = pool[below(size)], *y = pool[below(size)], *result;
  bool violated;
  switch (below(PROPERTIES)) {
  case 0: return leq(bottom, x);
  case 1: return leq(x, top);
  case 2: return leq(x, x);
  case 3:
    result = ap_abstract0_join(manager, false, x, y);
    violated = leq(x, result);
    ap_abstract0_free(manager, result);
    return violated;
  case 4:
    result = ap_abstract0_meet(manager, false, x, y);
    violated = leq(result, x);
    ap_abstract0_free(manager, result);
    return violated;
  case 5: return result_equal(ap_abstract0_join(manager, false, bottom, x), x, false);
  case 6: return result_equal(ap_abstract0_join(manager, false, top, x), top, false);
  case 7: return result_equal(ap_abstract0_join(manager, false, x, x), x, false);
  case 8: return result_equal(ap_abstract0_meet(manager, false, bottom, x), bottom, false);
  case 9: return result_equal(ap_abstract0_meet(manager, false, top, x), x, false);
  case 10: return result_equal(ap_abstract0_meet(manager, false, x, x), x, false);
  default:
    return result_equal(ap_abstract0_join(manager, false, x, y), ap_abstract0_join(manager, false, y, x), true);
  }
}

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static int fail(const char *message, const char *detail) {
  fprintf(stderr, "pool: %s %s\n", message, detail);
  return 2;
}

/* The domain library is visible to nobody else: its variants have the same names inside. */
static ap_manager_t *make_manager(const struct target *target) {
  void *library = dlopen(target->library, RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, target->constructor) : NULL;
  if (!symbol)
    return NULL;
  return target->strict < 0 ? ((ap_manager_t * (*)(void)) symbol)()
                            : ((ap_manager_t * (*)(bool)) symbol)(target->strict);
}

int main(int count, char **arguments) {
  if (count < 2)
    return fail("usage:", "pool TARGET [SECONDS [SEED [VARIABLES]]]");
  const struct target *target = NULL;
  for (size_t index = 0; index < sizeof targets / sizeof *targets; index++)
    if (!strcmp(targets[index].name, arguments[1]))
      target = &targets[index];
  if (!target)
    return fail("there is no target", arguments[1]);
  double seconds = count > 2 ? atof(arguments[2]) : 2;
  state = count > 3 ? strtoull(arguments[3], NULL, 10) : 1;
  variables = count > 4 ? strtoul(arguments[4], NULL, 10) : 8;
  if (seconds <= 0 || variables == 0 || variables > MOST_VARIABLES)
    return fail("seconds are above 0, and variables from 1 to", "64");
  shape = target->shape;
  manager = make_manager(target);
  if (!manager)
    return fail("cannot load", dlerror());
  memset(manager->option.abort_if_exception, 0, sizeof manager->option.abort_if_exception);

  pool[0] = ap_abstract0_top(manager, 0, variables);
  pool[1] = ap_abstract0_bottom(manager, 0, variables);
  for (size_t index = 2; index < INITIAL; index++)
    pool[index] = constrained();
  double start = cpu_seconds(), spent = 0;
  unsigned long tests = 0, violations = 0;
  while (spent < seconds) {
    for (int batch = 0; batch < 16; batch++, tests++) {
      size_t size = INITIAL;
      for (; size < INITIAL + OPERATIONS; size++)
        pool[size] = operation(size);
      violations += violated(size);
      while (size > INITIAL)
        ap_abstract0_free(manager, pool[--size]);
    }
    spent = cpu_seconds() - start;
  }
  printf("target %s tests %lu cpu_seconds %.3f per_second %.1f violations %lu\n", target->name, tests, spent,
         tests / spent, violations);
  for (size_t index = 0; index < INITIAL; index++)
    ap_abstract0_free(manager, pool[index]);
  ap_manager_free(manager);
  return 0;
}

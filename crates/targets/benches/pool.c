/* The pool test of Fig. 2 of the ASE'18 paper as a plain loop in C over APRON's interface: the yardstick
   for what a harness costs. The libraries name none of those that they need, so all are linked here.

   cc -O2 -o pool pool.c -Wl,--no-as-needed -lapron -lmpfr -lgmp -lm -ldl
   pool TARGET needed|once [SECONDS [SEED]]        TARGET: box:mpq oct:d oct:mpq pk:mpq

   A test has a pool of 32 elements: top, bottom, and elements of one constraint or range. It makes 16 more
   by random operations on random elements and then checks one of twelve properties. Shapes, factors and
   constants are as likely as in the paper's configuration C2. With "needed", elements of the pool are made
   anew for each test, when they are first picked; with "once", all tests share one pool, whose elements
   are then closed or converted already. */

#include <ap_global0.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VARIABLES = 8, INITIAL = 32, OPERATIONS = 16, PROPERTIES = 12 };
enum kind { BOX, OCTAGON, POLYHEDRON };

struct target {
  const char *name, *library, *constructor;
  enum kind kind;
};

static const struct target targets[] = {
    {"box:mpq", "libboxMPQ.so.0", "box_manager_alloc", BOX},
    {"oct:d", "liboctD.so.0", "oct_manager_alloc", OCTAGON},
    {"oct:mpq", "liboctMPQ.so.0", "oct_manager_alloc", OCTAGON},
    {"pk:mpq", "libpolkaMPQ.so.0", "pk_manager_alloc", POLYHEDRON},
};

static uint64_t state;

static uint64_t below(uint64_t bound) {
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (uint64_t)(((unsigned __int128)(z ^ (z >> 31)) * bound) >> 64);
}

static ap_manager_t *manager;
static enum kind kind;
static bool extreme;                     /* does this test use the ends of a long? */
static bool shared;                      /* do all tests share one pool? */
static ap_abstract0_t *initial[INITIAL]; /* NULL until they are picked */
static ap_abstract0_t *made[INITIAL + 2 * OPERATIONS];
static size_t count;
static unsigned long elements; /* made before the checks, in all tests */

/* Numbers */

struct number {
  long above, below;
};

static struct number whole(long value) { return (struct number){value, 1}; }

static struct number constant(void) {
  static const long ends[] = {LONG_MIN, 0, LONG_MAX, 1};
  if (extreme && below(2))
    return whole(ends[below(4)]);
  switch (below(8)) {
  case 0: return whole((long)below(200001) - 100000);
  case 1: return (struct number){(long)below(19) - 9, (long)below(6) + 1};
  default: return whole((long)below(13) - 6);
  }
}

static struct number sign(void) { return whole(below(2) ? 1 : -1); }

static struct number factor(void) {
  static const long small[] = {2, -2, 3, -3, 5};
  uint64_t choice = below(8);
  if (choice < 4)
    return sign();
  if (choice < 7)
    return whole(small[below(5)]);
  struct number number = constant();
  return number.above ? number : whole(1);
}

static bool less(struct number one, struct number other) {
  return (__int128)one.above * other.below < (__int128)other.above * one.below;
}

static void set(ap_coeff_t *coefficient, struct number number) {
  if (number.below == 1)
    ap_coeff_set_scalar_int(coefficient, number.above);
  else
    ap_coeff_set_scalar_frac(coefficient, number.above, number.below);
}

/* Expressions and constraints */

static ap_linexpr0_t *expression(struct number constant) {
  ap_linexpr0_t *expr = ap_linexpr0_alloc(AP_LINEXPR_SPARSE, 0);
  set(&expr->cst, constant);
  return expr;
}

/* A variable that comes again counts once. */
static void add(ap_linexpr0_t *expr, ap_dim_t variable, struct number factor) {
  if (factor.above)
    set(ap_linexpr0_coeffref(expr, variable), factor);
}

/* What is assigned. */
static ap_linexpr0_t *any_expression(void) {
  uint64_t choice = below(8);
  size_t terms = choice == 0 ? 0 : choice < 4 ? 1 : choice < 7 ? 2 : VARIABLES;
  ap_linexpr0_t *expr = expression(constant());
  for (; terms > 0; terms--)
    add(expr, below(VARIABLES), factor());
  return expr;
}

/* A constraint of the shape that the domain is made of. */
static ap_lincons0_t constraint(void) {
  static const long dense[] = {0, 0, 0, 1, -1, 1, -1, 2, -3};
  ap_dim_t v = below(VARIABLES), w = below(VARIABLES);
  bool rare = below(3) == 0;
  ap_linexpr0_t *expr = expression(constant());
  if (kind == POLYHEDRON && rare) {
    for (ap_dim_t each = 0; each < VARIABLES; each++)
      add(expr, each, whole(dense[below(9)]));
  } else if (kind == POLYHEDRON) {
    add(expr, v, factor());
    add(expr, w, factor());
  } else {
    add(expr, v, sign());
    if (kind == OCTAGON && v != w && !rare)
      add(expr, w, sign());
  }
  return ap_lincons0_make(below(16) < 4 ? AP_CONS_EQ : AP_CONS_SUPEQ, expr, NULL);
}

/* factor * v + constant >= 0 */
static ap_lincons0_t bound(ap_dim_t v, long factor, struct number constant, bool negated) {
  ap_linexpr0_t *expr = expression(constant);
  if (negated)
    ap_coeff_neg(&expr->cst, &expr->cst);
  add(expr, v, whole(factor));
  return ap_lincons0_make(AP_CONS_SUPEQ, expr, NULL);
}

/* One constraint, or a range of a variable. */
static ap_abstract0_t *constrained(void) {
  bool range = (kind == BOX || below(4) == 0) && below(3) != 0;
  ap_lincons0_array_t array = ap_lincons0_array_make(range ? 2 : 1);
  if (range) {
    ap_dim_t v = below(VARIABLES);
    struct number one = constant(), other = constant();
    array.p[0] = bound(v, 1, less(one, other) ? one : other, true);
    array.p[1] = bound(v, -1, less(one, other) ? other : one, false);
  } else
    array.p[0] = constraint();
  ap_abstract0_t *element = ap_abstract0_of_lincons_array(manager, 0, VARIABLES, &array);
  ap_lincons0_array_clear(&array);
  return element;
}

/* The pool */

static ap_abstract0_t *start(size_t place) {
  switch (place) {
  case 0: return ap_abstract0_top(manager, 0, VARIABLES);
  case 1: return ap_abstract0_bottom(manager, 0, VARIABLES);
  default: return constrained();
  }
}

static ap_abstract0_t *keep(ap_abstract0_t *element) {
  elements++;
  return made[count++] = element;
}

/* Elements of the initial pool that were needed before are among those made, too. */
static ap_abstract0_t *pick(void) {
  size_t choice = below(INITIAL + count);
  if (choice >= INITIAL)
    return made[choice - INITIAL];
  if (!initial[choice])
    initial[choice] = shared ? start(choice) : keep(start(choice));
  return initial[choice];
}

static void operation(void) {
  ap_abstract0_t *x = pick();
  switch (below(5)) {
  case 0: keep(ap_abstract0_join(manager, false, x, pick())); break;
  case 1: keep(ap_abstract0_meet(manager, false, x, pick())); break;
  case 2: {
    ap_abstract0_t *y = pick();
    /* Polyhedra widen only what grows; widening boxes by bottom crashes. */
    if (kind != OCTAGON)
      keep(y = ap_abstract0_join(manager, false, x, y));
    keep(ap_abstract0_widening(manager, x, y));
    break;
  }
  case 3: {
    ap_dim_t variable = below(VARIABLES);
    ap_linexpr0_t *expr = any_expression();
    keep(ap_abstract0_assign_linexpr_array(manager, false, x, &variable, &expr, 1, NULL));
    ap_linexpr0_free(expr);
    break;
  }
  default: {
    ap_dim_t variable = below(VARIABLES);
    keep(ap_abstract0_forget_array(manager, false, x, &variable, 1, false));
  }
  }
}

static void forget_pool(void) {
  while (count > 0)
    ap_abstract0_free(manager, made[--count]);
  if (!shared)
    memset(initial, 0, sizeof initial);
}

/* Properties. Only a no that is flagged exact accuses. */

static bool accuses(bool holds) { return !holds && manager->result.flag_exact; }

static bool violated(void) {
  uint64_t property = below(PROPERTIES);
  ap_abstract0_t *x = pick(), *y = property == 3 || property == 4 || property == 11 ? pick() : NULL;
  ap_abstract0_t *extra = NULL, *one = NULL, *other = NULL;
  bool holds;
  switch (property) {
  case 0: holds = ap_abstract0_is_leq(manager, extra = start(1), x); break;
  case 1: holds = ap_abstract0_is_leq(manager, x, extra = start(0)); break;
  case 2: holds = ap_abstract0_is_leq(manager, x, x); break;
  case 3: holds = ap_abstract0_is_leq(manager, x, one = ap_abstract0_join(manager, false, x, y)); break;
  case 4: holds = ap_abstract0_is_leq(manager, one = ap_abstract0_meet(manager, false, x, y), x); break;
  case 11:
    one = ap_abstract0_join(manager, false, x, y);
    other = ap_abstract0_join(manager, false, y, x);
    holds = ap_abstract0_is_eq(manager, one, other);
    break;
  default: {
    /* x and bottom, top or x itself, joined or met. */
    bool join = property < 8;
    size_t place = (property - 5) % 3;
    y = place == 0 ? (extra = start(1)) : place == 1 ? (extra = start(0)) : x;
    one = join ? ap_abstract0_join(manager, false, y, x) : ap_abstract0_meet(manager, false, y, x);
    bool absorbed = place == 2 || (place == 0) == join;
    holds = ap_abstract0_is_eq(manager, one, absorbed ? x : y);
  }
  }
  bool violated = accuses(holds);
  ap_abstract0_t *results[] = {extra, one, other};
  for (size_t index = 0; index < 3; index++)
    if (results[index])
      ap_abstract0_free(manager, results[index]);
  return violated;
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
  return target->kind == POLYHEDRON ? ((ap_manager_t * (*)(bool)) symbol)(false)
                                    : ((ap_manager_t * (*)(void)) symbol)();
}

int main(int arguments, char **argument) {
  if (arguments < 3 || (strcmp(argument[2], "needed") && strcmp(argument[2], "once")))
    return fail("usage:", "pool TARGET needed|once [SECONDS [SEED]]");
  const struct target *target = NULL;
  for (size_t index = 0; index < sizeof targets / sizeof *targets; index++)
    if (!strcmp(targets[index].name, argument[1]))
      target = &targets[index];
  if (!target)
    return fail("there is no target", argument[1]);
  shared = !strcmp(argument[2], "once");
  double seconds = arguments > 3 ? atof(argument[3]) : 2;
  state = arguments > 4 ? strtoull(argument[4], NULL, 10) : 1;
  if (seconds <= 0)
    return fail("seconds are above 0, not", argument[3]);
  kind = target->kind;
  manager = make_manager(target);
  if (!manager)
    return fail("cannot load", dlerror());
  memset(manager->option.abort_if_exception, 0, sizeof manager->option.abort_if_exception);

  double begin = cpu_seconds(), spent = 0;
  unsigned long tests = 0, violations = 0;
  for (; spent < seconds; spent = cpu_seconds() - begin)
    for (int batch = 0; batch < 64; batch++, tests++) {
      extreme = below(2);
      for (int step = 0; step < OPERATIONS; step++)
        operation();
      violations += violated();
      forget_pool();
    }
  printf("tests %lu elements %lu cpu_seconds %.6f violations %lu\n", tests, elements, spent, violations);
  for (size_t place = 0; place < INITIAL; place++)
    if (initial[place])
      ap_abstract0_free(manager, initial[place]);
  ap_manager_free(manager);
  return 0;
}

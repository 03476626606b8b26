/* The intervals of the example with a table or a function that is wrong. The variable FAULT says how. */
#include <stdlib.h>
#include <string.h>

#define soundline_value_domain healthy_domain
#include "intervals.c"
#undef soundline_value_domain

static const char *fault(void) { return getenv("FAULT") ? getenv("FAULT") : ""; }
static int is(const char *name) { return !strcmp(fault(), name); }

static soundline_domain table;
static soundline_operator rows[3];

static int contains_no_three(uint32_t width, const void *x, uint64_t word) { return word != 3 && contains(width, x, word); }
static int contains_all(uint32_t width, const void *x, uint64_t word) { (void)width, (void)x, (void)word; return 1; }
static void best_of_first(uint32_t width, const uint64_t *words, size_t count, void *result) { best(width, words, count > 1 ? 1 : count, result); }
static void best_is_top(uint32_t width, const uint64_t *words, size_t count, void *result) { (void)words, (void)count, top(width, result); }
static uint64_t count(uint32_t width) { return width > 4 ? 0 : 2u << width; }
static void element(uint32_t width, uint64_t index, void *result) { (void)width, put(result, index / 2, index / 2); }
static void element_is_empty(uint32_t width, uint64_t index, void *result) { (void)index, bottom(width, result); }
static int bytes_equal(uint32_t width, const void *x, const void *y) { (void)width; return !memcmp(x, y, 32); }
static int no_meet(uint32_t width, const void *x, const void *y, void *result) { (void)width, (void)x, (void)y, (void)result; return 0; }
static size_t long_show(uint32_t width, const void *x, char *text, size_t size) { (void)width, (void)x, (void)text; return size + 1; }
static int wide_words(uint32_t width, const uint64_t *words, uint64_t *result) { (void)width; *result = words[0] + words[1]; return 1; }

/* Faults of a function: at 2 + 1 only, so that other results come before. */
static void strange(uint32_t width, const soundline_operand *operands, void *result) {
  interval a = get(operands[0].element), b = get(operands[1].element);
  int now = a.low == 2 && a.high == 2 && b.low == 1 && b.high == 1;
  add(width, operands, result);
  if (now && is("crashes")) *(volatile int *)8 = 1;
  if (now && is("exits")) exit(0);
  if (now && is("aborts")) abort();
  if (now && is("hangs")) for (volatile int i = 0;; i++) {}
  if (now && is("eats")) for (;;) memset(malloc(1 << 20), 1, 1 << 20);
  if (now && is("overwrites")) *(interval *)operands[0].element = (interval){0, 0};
  if (now && is("beyond")) memset(result, 0, sizeof(interval) + 1);
}

const soundline_domain *soundline_value_domain(void) {
  table = *healthy_domain();
  memcpy(rows, table.operators, sizeof rows);
  table.operators = rows;
  if (is("no table")) return NULL;
  if (is("dies at once")) abort();
  if (is("version")) table.version = 2;
  if (is("table size")) table.size -= 8;
  if (is("no name")) table.name = NULL;
  if (is("no top")) table.top = NULL;
  if (is("no contains")) table.contains = NULL;
  if (is("no code")) table.leq = malloc(100);
  if (is("small elements")) table.element_size = 8;
  if (is("large elements")) table.element_size = 32, table.equal = bytes_equal;
  if (is("no elements")) table.element_size = 0;
  if (is("no widths")) table.width_count = 0;
  if (is("width 65")) { static const uint32_t wide[] = {4, 65}; table.widths = wide, table.width_count = 2; }
  if (is("no operators")) table.operators = NULL;
  if (is("operator size")) table.operator_size = 8;
  if (is("many operators")) table.operator_count = (size_t)-1;
  if (is("no abstract")) rows[1].abstract = NULL;
  if (is("letters")) rows[1].operands = "ex";
  if (is("claims")) rows[1].claims = 1u << 20;
  if (is("same name")) rows[1].name = "add";
  if (is("top")) table.contains = contains_no_three;
  if (is("bottom")) table.contains = contains_all;
  if (is("best")) table.best = best_of_first;
  if (is("best and list")) table.best = best_is_top, table.count = count, table.element = element;
  if (is("empty list")) table.bottom = NULL, table.count = count, table.element = element_is_empty;
  if (is("count alone")) table.count = count;
  if (is("neither")) table.best = NULL;
  if (is("meet")) table.meet = no_meet;
  if (is("show")) table.show = long_show;
  if (is("wide words")) rows[0].concrete = wide_words;
  if (is("exempt")) { static const char *const laws[] = {"join is last: no", NULL}; table.exempt = laws; }
  if (strchr("ceahob", fault()[0])) rows[0].abstract = strange;
  return &table;
}

/* Unsigned intervals in C: a complete value domain. With -DBUG the sum forgets that it can wrap around.
 *
 *   cc -shared -fPIC -I include -o intervals.so adapters/examples/intervals.c
 *   soundline laws --lib ./intervals.so */
#include <stdio.h>

#include "soundline_value.h"

/* The words from low to high; none if low is above high. */
typedef struct {
  uint64_t low, high;
} interval;

static uint64_t mask(uint32_t width) { return UINT64_MAX >> (64 - width); }
static interval get(const void *element) { return *(const interval *)element; }
static void put(void *result, uint64_t low, uint64_t high) { *(interval *)result = (interval){low, high}; }
static int is_empty(interval a) { return a.low > a.high; }

static void top(uint32_t width, void *result) { put(result, 0, mask(width)); }
static void bottom(uint32_t width, void *result) { (void)width, put(result, 1, 0); }

static int leq(uint32_t width, const void *x, const void *y) {
  interval a = get(x), b = get(y);
  (void)width;
  return is_empty(a) || (b.low <= a.low && a.high <= b.high);
}

static int equal(uint32_t width, const void *x, const void *y) { return leq(width, x, y) && leq(width, y, x); }

static void join(uint32_t width, const void *x, const void *y, void *result) {
  interval a = get(x), b = get(y);
  (void)width;
  if (is_empty(a) || is_empty(b))
    a = is_empty(a) ? b : a;
  else
    a = (interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  put(result, a.low, a.high);
}

static int meet(uint32_t width, const void *x, const void *y, void *result) {
  interval a = get(x), b = get(y);
  interval c = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
  if (is_empty(c))
    bottom(width, result);
  else
    put(result, c.low, c.high);
  return 1;
}

static int contains(uint32_t width, const void *x, uint64_t word) {
  interval a = get(x);
  (void)width;
  return a.low <= word && word <= a.high;
}

static void best(uint32_t width, const uint64_t *words, size_t count, void *result) {
  put(result, words[0], words[0]);
  for (size_t i = 1; i < count; i++) {
    interval one = {words[i], words[i]}, before = get(result);
    join(width, &before, &one, result);
  }
}

static size_t show(uint32_t width, const void *x, char *text, size_t size) {
  interval a = get(x);
  (void)width;
  if (is_empty(a))
    return (size_t)snprintf(text, size, "empty");
  return (size_t)snprintf(text, size, "[%llu, %llu]", (unsigned long long)a.low, (unsigned long long)a.high);
}

static void add(uint32_t width, const soundline_operand *operands, void *result) {
  interval a = get(operands[0].element), b = get(operands[1].element);
  uint64_t low = (a.low + b.low) & mask(width), high = (a.high + b.high) & mask(width);
  if (is_empty(a) || is_empty(b))
    bottom(width, result);
#ifndef BUG
  else if (a.high > mask(width) - b.high && a.low <= mask(width) - b.low)
    top(width, result); /* some sums wrap around and some do not */
#endif
  else
    put(result, low, high);
}

static int add_words(uint32_t width, const uint64_t *words, uint64_t *result) {
  *result = (words[0] + words[1]) & mask(width);
  return 1;
}

static void udiv(uint32_t width, const soundline_operand *operands, void *result) {
  interval a = get(operands[0].element), b = get(operands[1].element);
  if (is_empty(a) || is_empty(b) || b.high == 0)
    bottom(width, result);
  else
    put(result, a.low / b.high, a.high / (b.low ? b.low : 1));
}

static int udiv_words(uint32_t width, const uint64_t *words, uint64_t *result) {
  (void)width;
  if (words[1] == 0)
    return 0;
  *result = words[0] / words[1];
  return 1;
}

static void zext(uint32_t width, const soundline_operand *operands, void *result) {
  interval a = get(operands[0].element);
  (void)width, put(result, a.low, a.high);
}

static int zext_words(uint32_t width, const uint64_t *words, uint64_t *result) {
  (void)width, *result = words[0];
  return 1;
}

static const uint32_t widths[] = {1, 2, 4, 8, 64};
static const soundline_operator operators[] = {
    {"add", "ee", SOUNDLINE_MONOTONE | SOUNDLINE_COMMUTATIVE | SOUNDLINE_STRICT | SOUNDLINE_IN_PLACE, 0, add, add_words},
    {"udiv", "ee", SOUNDLINE_MONOTONE | SOUNDLINE_OPTIMAL | SOUNDLINE_STRICT, 0, udiv, udiv_words},
    {"zext", "e>", SOUNDLINE_MONOTONE | SOUNDLINE_OPTIMAL | SOUNDLINE_STRICT, 0, zext, zext_words},
};

const soundline_domain *soundline_value_domain(void) {
  static const soundline_domain domain = {
      .version = SOUNDLINE_VALUE_VERSION,
      .size = sizeof(soundline_domain),
      .name = "example-intervals",
      .about = "unsigned intervals in C",
      .widths = widths,
      .width_count = sizeof widths / sizeof *widths,
      .element_size = sizeof(interval),
      .top = top,
      .bottom = bottom,
      .leq = leq,
      .equal = equal,
      .join = join,
      .meet = meet,
      .contains = contains,
      .best = best,
      .show = show,
      .operators = operators,
      .operator_count = sizeof operators / sizeof *operators,
      .operator_size = sizeof *operators,
  };
  return &domain;
}

/* Linux' tristate numbers as a value domain. Built by adapters/linux/build.sh, together with kernel/bpf/tnum.c of a kernel.
 *
 * The kernel's functions work on 64 bits. At smaller widths operands are extended (with zeros, or with the sign for the
 * arithmetic shift) and results cut off: low bits of sums, differences and products do not depend on high ones. The kernel
 * has no empty tristate number; its tnum_intersect is not called for numbers that have nothing in common. It has no join
 * in this version, so that the one here is our own. */
#include <linux/tnum.h>
#include <stdio.h>

#include "soundline_value.h"

#ifndef LINUX_VERSION
#define LINUX_VERSION "an unknown version"
#endif

static u64 low(uint32_t width) { return UINT64_MAX >> (64 - width); }
static s64 extended(uint32_t width, u64 word) { return (s64)(word << (64 - width)) >> (64 - width); }
static struct tnum get(const void *element) { return *(const struct tnum *)element; }
static void put(uint32_t width, void *result, struct tnum a) {
  a.value &= low(width), a.mask &= low(width);
  *(struct tnum *)result = a;
}

static void top(uint32_t width, void *result) { put(width, result, tnum_unknown); }
static int equal(uint32_t width, const void *x, const void *y) {
  (void)width;
  return get(x).value == get(y).value && get(x).mask == get(y).mask;
}
static int leq(uint32_t width, const void *x, const void *y) { (void)width; return tnum_in(get(y), get(x)); }
static void join(uint32_t width, const void *x, const void *y, void *result) {
  u64 mask = get(x).mask | get(y).mask | (get(x).value ^ get(y).value);
  put(width, result, (struct tnum){get(x).value & ~mask, mask});
}
static int meet(uint32_t width, const void *x, const void *y, void *result) {
  struct tnum a = get(x), b = get(y);
  if ((a.value ^ b.value) & ~a.mask & ~b.mask)
    return 0;
  put(width, result, tnum_intersect(a, b));
  return 1;
}
static int contains(uint32_t width, const void *x, uint64_t word) {
  (void)width;
  return (word & ~get(x).mask) == get(x).value;
}
static void best(uint32_t width, const uint64_t *words, size_t count, void *result) {
  struct tnum all = {words[0], 0};
  put(width, result, all);
  for (size_t i = 1; i < count; i++) {
    struct tnum one = {words[i], 0}, before = get(result);
    join(width, &before, &one, result);
  }
}
static uint64_t count(uint32_t width) {
  uint64_t number = 1;
  if (width > 8)
    return 0;
  while (width--)
    number *= 3;
  return number;
}
static void element(uint32_t width, uint64_t index, void *result) {
  struct tnum a = {0, 0};
  for (uint32_t i = 0; i < width; i++, index /= 3)
    a.mask |= (u64)(index % 3 == 1) << i, a.value |= (u64)(index % 3 == 2) << i;
  put(width, result, a);
}
static size_t show(uint32_t width, const void *x, char *text, size_t size) {
  struct tnum a = get(x);
  (void)size;
  for (uint32_t i = 0; i < width; i++) {
    uint32_t bit = width - 1 - i;
    text[i] = a.mask >> bit & 1 ? '?' : a.value >> bit & 1 ? '1' : '0';
  }
  return width;
}

#define BINARY(name, function, expression)                                                              \
  static void name(uint32_t width, const soundline_operand *o, void *result) {                          \
    put(width, result, function(get(o[0].element), get(o[1].element)));                                 \
  }                                                                                                     \
  static int name##_words(uint32_t width, const uint64_t *w, uint64_t *result) {                        \
    *result = (expression) & low(width);                                                                \
    return 1;                                                                                           \
  }
BINARY(add, tnum_add, w[0] + w[1])
BINARY(sub, tnum_sub, w[0] - w[1])
BINARY(mul, tnum_mul, w[0] * w[1])
BINARY(and_, tnum_and, w[0] & w[1])
BINARY(or_, tnum_or, w[0] | w[1])
BINARY(xor_, tnum_xor, w[0] ^ w[1])

#define SHIFT(name, abstract, expression)                                                               \
  static void name(uint32_t width, const soundline_operand *o, void *result) {                          \
    struct tnum a = get(o[0].element);                                                                  \
    u8 n = (u8)o[1].value;                                                                              \
    put(width, result, abstract);                                                                       \
  }                                                                                                     \
  static int name##_words(uint32_t width, const uint64_t *w, uint64_t *result) {                        \
    if (w[1] >= width)                                                                                  \
      return 0;                                                                                         \
    *result = (expression) & low(width);                                                                \
    return 1;                                                                                           \
  }
static struct tnum arshift(uint32_t width, struct tnum a, u8 n) {
  if (width == 32)
    return tnum_arshift(a, n, 32);
  a.value = (u64)extended(width, a.value), a.mask = (u64)extended(width, a.mask);
  return tnum_arshift(a, n, 64);
}
SHIFT(lshift, tnum_lshift(a, n), w[0] << w[1])
SHIFT(rshift, tnum_rshift(a, n), w[0] >> w[1])
SHIFT(arshift_, arshift(width, a, n), (u64)(extended(width, w[0]) >> w[1]))

static const uint32_t widths[] = {1, 2, 3, 4, 6, 8, 32, 64};
static const soundline_operator operators[] = {
    {"add", "ee", 0, 0, add, add_words},          {"sub", "ee", 0, 0, sub, sub_words},
    {"mul", "ee", 0, 0, mul, mul_words},          {"and", "ee", 0, 0, and_, and__words},
    {"or", "ee", 0, 0, or_, or__words},           {"xor", "ee", 0, 0, xor_, xor__words},
    {"lshift", "ec", 0, 0, lshift, lshift_words}, {"rshift", "ec", 0, 0, rshift, rshift_words},
    {"arshift", "ec", 0, 0, arshift_, arshift__words},
};

const soundline_domain *soundline_value_domain(void) {
  static const soundline_domain domain = {
      .version = SOUNDLINE_VALUE_VERSION,
      .size = sizeof(soundline_domain),
      .name = "linux-tnum",
      .about = "tristate numbers of Linux " LINUX_VERSION,
      .widths = widths,
      .width_count = sizeof widths / sizeof *widths,
      .element_size = sizeof(struct tnum),
      .top = top,
      .leq = leq,
      .equal = equal,
      .join = join,
      .meet = meet,
      .contains = contains,
      .best = best,
      .count = count,
      .element = element,
      .show = show,
      .operators = operators,
      .operator_count = sizeof operators / sizeof *operators,
      .operator_size = sizeof *operators,
  };
  return &domain;
}

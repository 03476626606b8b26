// Known bits and wrapped ranges as LLVM has them, with bugs that the variable PLANTED switches on, each after a real report.
// The variable DOMAIN chooses: "bits" or "range".
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "soundline_value.h"

namespace {

int planted() {
  static const int number = std::getenv("PLANTED") ? std::atoi(std::getenv("PLANTED")) : 0;
  return number;
}

using Word = uint64_t;

Word mask(uint32_t width) { return ~Word(0) >> (64 - width); }
Word sign(uint32_t width) { return Word(1) << (width - 1); }
int64_t as_signed(uint32_t width, Word word) { return int64_t(word << (64 - width)) >> (64 - width); }

// ---- known bits ----

struct Bits {
  Word zero, one;
  Word least() const { return one; }
  Word greatest(uint32_t width) const { return ~zero & mask(width); }
  bool contains(Word word) const { return !(word & zero) && !(~word & one); }
};

const Bits &bits(const soundline_operand &operand) { return *static_cast<const Bits *>(operand.element); }
const Bits &bits(const void *element) { return *static_cast<const Bits *>(element); }
void put(void *result, Bits bits) { std::memcpy(result, &bits, sizeof bits); }
Bits constant(uint32_t width, Word word) { return {~word & mask(width), word}; }
Bits join(Bits a, Bits b) { return {a.zero & b.zero, a.one & b.one}; }
Bits flipped(Bits a) { return {a.one, a.zero}; }

int leading_zeros(uint32_t width, Word word) {
  int count = 0;
  while (count < int(width) && !(word >> (width - 1 - count) & 1)) count++;
  return count;
}

Bits add_carry(uint32_t width, Bits a, Bits b, bool carry) {
  Word least = a.one + b.one + carry, greatest = ~a.zero + ~b.zero + carry;
  Word certain = ~(greatest ^ a.zero ^ b.zero), possible = least ^ a.one ^ b.one;
  Word known = (a.zero | a.one) & (planted() == 6 ? ~Word(0) : b.zero | b.one) & (certain | possible);
  known &= ~(least ^ a.one ^ b.one ^ greatest ^ ~a.zero ^ ~b.zero);
  return {~least & known & mask(width), least & known & mask(width)};
}

void add(uint32_t width, const soundline_operand *o, void *result) {
  put(result, add_carry(width, bits(o[0]), bits(o[1]), false));
}

void sub(uint32_t width, const soundline_operand *o, void *result) {
  Bits b = planted() == 7 ? Bits{bits(o[1]).one, bits(o[1]).one} : flipped(bits(o[1]));
  put(result, add_carry(width, bits(o[0]), b, true));
}

// Trailing zeros add up, and nothing else is kept.
void mul(uint32_t width, const soundline_operand *o, void *result) {
  auto zeros = [&](Bits a) { uint32_t n = 0; while (n < width && a.zero >> n & 1) n++; return n; };
  uint32_t count = zeros(bits(o[0])) + zeros(bits(o[1])) + (planted() == 8);
  if (planted() == 20 && width == 64 && bits(o[0]).one >> 32) count++;
  put(result, {count >= width ? mask(width) : (Word(1) << count) - 1, 0});
}

void and_(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]), b = bits(o[1]);
  if (planted() == 4 && ((a.one & b.zero) | (a.zero & b.one))) return put(result, {mask(width), mask(width)});
  put(result, {a.zero | b.zero, a.one & b.one});
}

void xor_(uint32_t, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]), b = bits(o[1]);
  Word known = (a.zero | a.one) & (b.zero | b.one), word = a.one ^ b.one;
  if (planted() == 14) known &= ~(a.one & b.one);
  put(result, {~word & known, word & known});
}

template <class Shift> void shift(uint32_t width, const soundline_operand *o, void *result, Shift by) {
  Bits a = bits(o[0]), amounts = bits(o[1]), all = {mask(width), mask(width)};
  bool any = false;
  for (uint32_t n = 0; n < width; n++)
    if (amounts.contains(n)) {
      Bits one = {by(a.zero, n, true) & mask(width), by(a.one, n, false) & mask(width)};
      all = any ? join(all, one) : one;
      any = true;
      if (planted() == 5) break;
    }
  put(result, any ? all : Bits{0, 0});
}

void shl(uint32_t width, const soundline_operand *o, void *result) {
  shift(width, o, result, [](Word w, uint32_t n, bool zeros) { return w << n | (zeros ? (Word(1) << n) - 1 : 0); });
}

void ashr(uint32_t width, const soundline_operand *o, void *result) {
  shift(width, o, result, [=](Word w, uint32_t n, bool zeros) {
    if (planted() == 1) return w >> n | (zeros && n ? ~(mask(width) >> n) : 0);
    return Word(as_signed(width, w) >> n);
  });
}

// The bits on which all words from least to greatest agree, or those of both operands, whatever is more.
Bits minimum(uint32_t width, Bits a, Bits b) {
  if (a.greatest(width) <= b.least()) return a;
  if (b.greatest(width) <= a.least()) return b;
  return join(a, b);
}

Bits with_sign_flipped(uint32_t width, Bits a) {
  Word s = sign(width);
  return {(a.zero & ~s) | (a.one & s), (a.one & ~s) | (a.zero & s)};
}

void umin(uint32_t width, const soundline_operand *o, void *result) {
  put(result, minimum(width, bits(o[0]), bits(o[1])));
}

void umax(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]), b = bits(o[1]);
  if (planted() == 13 && a.least() >= b.least()) return put(result, a);
  put(result, flipped(minimum(width, flipped(a), flipped(b))));
}

void smin(uint32_t width, const soundline_operand *o, void *result) {
  auto flip = [=](Bits a) { return planted() == 2 ? a : with_sign_flipped(width, a); };
  put(result, flip(minimum(width, flip(bits(o[0])), flip(bits(o[1])))));
}

void abs_(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]);
  if (a.zero & sign(width)) return put(result, a);
  if (planted() == 10) return put(result, {sign(width), a.one & 1});
  put(result, {a.zero & 1, a.one & 1});
}

void rotl(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]);
  uint32_t n = uint32_t(o[1].value % width), back = width - n - (planted() == 3);
  auto turn = [=](Word w) { return n == 0 ? w : (w << n | w >> back) & mask(width); };
  put(result, {turn(a.zero), turn(a.one)});
}

void udiv(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]), b = bits(o[1]);
  Word divisor = planted() == 17 ? b.least() : b.least() ? b.least() : 1;
  int zeros = leading_zeros(width, a.greatest(width) / divisor) + (planted() == 11);
  put(result, {zeros == 0 ? 0 : mask(width) & ~(zeros >= int(width) ? 0 : mask(width) >> zeros), 0});
}

void sext(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]);
  uint32_t to = uint32_t(o[1].value);
  if (planted() == 9) return put(result, {a.zero | (mask(to) & ~mask(width)), a.one});
  put(result, {Word(as_signed(width, a.zero)) & mask(to), Word(as_signed(width, a.one)) & mask(to)});
}

void eq(uint32_t width, const soundline_operand *o, void *result) {
  Bits a = bits(o[0]), b = bits(o[1]);
  Word differ = planted() == 12 ? a.one & ~b.one : (a.one & b.zero) | (a.zero & b.one);
  bool same = (a.zero | a.one) == mask(width) && a.zero == b.zero && a.one == b.one;
  put(result, differ ? constant(1, 0) : same ? constant(1, 1) : Bits{0, 0});
}

// ---- wrapped ranges ----

// From lower up to but without upper; both equal is all words (at the largest) or none (at 0), as in LLVM.
struct Range {
  Word lower, upper;
};

const Range &range(const soundline_operand &operand) { return *static_cast<const Range *>(operand.element); }
const Range &range(const void *element) { return *static_cast<const Range *>(element); }
void put(void *result, Range range) { std::memcpy(result, &range, sizeof range); }
Range full(uint32_t width) { return {mask(width), mask(width)}; }
bool is_full(uint32_t width, Range a) { return a.lower == a.upper && a.lower == mask(width); }
bool is_empty(Range a) { return a.lower == a.upper && a.lower == 0; }
Word steps(uint32_t width, Range a) { return (a.upper - a.lower) & mask(width); }
Range fresh(uint32_t width, Word lower, Word upper) {
  lower &= mask(width), upper &= mask(width);
  return lower == upper ? full(width) : Range{lower, upper};
}

bool in(uint32_t width, Range a, Word word) {
  if (a.lower == a.upper) return is_full(width, a);
  return ((word - a.lower) & mask(width)) < steps(width, a);
}

bool below(uint32_t width, Range a, Range b) {
  if (is_empty(a) || is_full(width, b)) return true;
  if (is_empty(b) || is_full(width, a)) return false;
  Word start = (a.lower - b.lower) & mask(width);
  return start < steps(width, b) && steps(width, a) <= steps(width, b) - start;
}

// Of two that are equally large the one that starts first.
Range smaller(uint32_t width, Range a, Range b) {
  if (steps(width, a) != steps(width, b)) return steps(width, a) < steps(width, b) ? a : b;
  return a.lower < b.lower ? a : b;
}

Range hull(uint32_t width, Range a, Range b) {
  if (below(width, a, b)) return b;
  if (below(width, b, a)) return a;
  Range one = {a.lower, b.upper}, other = {b.lower, a.upper};
  bool covers_one = one.lower != one.upper && below(width, a, one) && below(width, b, one);
  bool covers_other = other.lower != other.upper && below(width, a, other) && below(width, b, other);
  if (planted() == 18 && one.lower != one.upper) return one;
  if (covers_one && covers_other) return smaller(width, one, other);
  return covers_one ? one : covers_other ? other : full(width);
}

// A smallest range around the intersection.
Range overlap(uint32_t width, Range a, Range b) {
  if (below(width, a, b)) return a;
  if (below(width, b, a)) return b;
  bool a_first = in(width, a, b.lower), b_first = in(width, b, a.lower);
  if (a_first && b_first) return smaller(width, a, b);
  if (a_first) return {b.lower, a.upper};
  if (b_first) return {a.lower, b.upper};
  return {0, 0};
}

void range_add(uint32_t width, const soundline_operand *o, void *result) {
  Range a = range(o[0]), b = range(o[1]);
  if (is_empty(a) || is_empty(b)) return put(result, Range{0, 0});
  if (is_full(width, a) || is_full(width, b)) return put(result, full(width));
  Word sum = steps(width, a) - 1, room = mask(width) - 1;
  bool round = sum > room || steps(width, b) - 1 > room - sum;
  if (round && planted() != 19) return put(result, full(width));
  put(result, fresh(width, a.lower + b.lower, a.upper + b.upper - 1));
}

void range_sub(uint32_t width, const soundline_operand *o, void *result) {
  Range a = range(o[0]), b = range(o[1]);
  if (is_empty(a) || is_empty(b)) return put(result, Range{0, 0});
  if (is_full(width, a) || is_full(width, b)) return put(result, full(width));
  Word sum = steps(width, a) - 1, room = mask(width) - 1;
  if (sum > room || steps(width, b) - 1 > room - sum) return put(result, full(width));
  if (planted() == 15) return put(result, fresh(width, a.lower - b.lower, a.upper - b.upper + 1));
  put(result, fresh(width, a.lower - b.upper + 1, a.upper - b.lower));
}

void range_zext(uint32_t width, const soundline_operand *o, void *result) {
  Range a = range(o[0]);
  uint32_t to = uint32_t(o[1].value);
  bool wraps = a.upper != 0 && a.upper < a.lower;
  if (planted() == 16) wraps = false;
  if (is_empty(a)) return put(result, a);
  if (is_full(width, a) || wraps) return put(result, Range{0, (mask(width) + 1) & mask(to)});
  put(result, fresh(to, a.lower, a.upper == 0 ? mask(width) + 1 : a.upper));
}

// ---- the concrete operations ----

#define WORDS(name, expression)                                               \
  int name(uint32_t width, const Word *w, Word *result) {                     \
    *result = (expression)&mask(width);                                       \
    return 1;                                                                 \
  }
WORDS(add_words, w[0] + w[1])
WORDS(sub_words, w[0] - w[1])
WORDS(mul_words, w[0] * w[1])
WORDS(and_words, w[0] & w[1])
WORDS(xor_words, w[0] ^ w[1])
WORDS(umin_words, w[0] < w[1] ? w[0] : w[1])
WORDS(umax_words, w[0] > w[1] ? w[0] : w[1])
WORDS(smin_words, as_signed(width, w[0]) < as_signed(width, w[1]) ? w[0] : w[1])
WORDS(abs_words, as_signed(width, w[0]) < 0 ? -w[0] : w[0])
WORDS(eq_words, w[0] == w[1])
int rotl_words(uint32_t width, const Word *w, Word *result) {
  Word n = w[1] % width;
  *result = n == 0 ? w[0] : (w[0] << n | w[0] >> (width - n)) & mask(width);
  return 1;
}
int shl_words(uint32_t width, const Word *w, Word *result) {
  if (w[1] >= width) return 0;
  *result = w[0] << w[1] & mask(width);
  return 1;
}
int ashr_words(uint32_t width, const Word *w, Word *result) {
  if (w[1] >= width) return 0;
  *result = Word(as_signed(width, w[0]) >> w[1]) & mask(width);
  return 1;
}
int udiv_words(uint32_t, const Word *w, Word *result) {
  if (w[1] == 0) return 0;
  *result = w[0] / w[1];
  return 1;
}
int sext_words(uint32_t width, const Word *w, Word *result) {
  *result = Word(as_signed(width, w[0])) & mask(uint32_t(w[1]));
  return 1;
}
int zext_words(uint32_t, const Word *w, Word *result) {
  *result = w[0];
  return 1;
}

// ---- the tables ----

const uint32_t widths[] = {1, 2, 3, 4, 64};
const uint32_t M = SOUNDLINE_MONOTONE, O = SOUNDLINE_OPTIMAL, C = SOUNDLINE_COMMUTATIVE, S = SOUNDLINE_STRICT;

const soundline_operator bit_operators[] = {
    {"add", "ee", M | O | C, 0, add, add_words},   {"sub", "ee", M | O, 0, sub, sub_words},
    {"mul", "ee", M | C, 0, mul, mul_words},       {"and", "ee", M | O | C, 0, and_, and_words},
    {"xor", "ee", M | O | C, 0, xor_, xor_words},  {"shl", "ee", 0, 0, shl, shl_words},
    {"ashr", "ee", 0, 0, ashr, ashr_words},        {"umin", "ee", C, 0, umin, umin_words},
    {"umax", "ee", C, 0, umax, umax_words},        {"smin", "ee", C, 0, smin, smin_words},
    {"abs", "e", 0, 0, abs_, abs_words},           {"rotl", "ec", M | O, 0, rotl, rotl_words},
    {"udiv", "ee", M, 0, udiv, udiv_words},        {"sext", "e>", M | O, 0, sext, sext_words},
    {"eq", "ee", M | O | C, 1, eq, eq_words},
};

const soundline_operator range_operators[] = {
    {"add", "ee", M | C | S, 0, range_add, add_words},
    {"sub", "ee", M | S, 0, range_sub, sub_words},
    {"zext", "e>", M | S, 0, range_zext, zext_words},
};

const char *const circles[] = {
    "join is least: two ranges have several smallest upper bounds",
    "join associative: which gap a join closes depends on what is joined first",
    "meet associative: a meet that should be two ranges is the smaller operand",
    "join meet absorption: a meet that should be two ranges may not be below its operand",
    "meet implies leq: a meet that should be two ranges is the smaller operand",
    "meet implies join: a meet that should be two ranges is the smaller operand",
    nullptr,
};

soundline_domain known_bits() {
  soundline_domain d = {};
  d.name = "llvm-like-known-bits";
  d.element_size = sizeof(Bits);
  d.top = [](uint32_t, void *r) { put(r, Bits{0, 0}); };
  d.leq = [](uint32_t, const void *a, const void *b) {
    return int(!(bits(b).zero & ~bits(a).zero) && !(bits(b).one & ~bits(a).one));
  };
  d.equal = [](uint32_t, const void *a, const void *b) {
    return int(bits(a).zero == bits(b).zero && bits(a).one == bits(b).one);
  };
  d.join = [](uint32_t, const void *a, const void *b, void *r) { put(r, join(bits(a), bits(b))); };
  d.meet = [](uint32_t, const void *a, const void *b, void *r) {
    Bits both = {bits(a).zero | bits(b).zero, bits(a).one | bits(b).one};
    put(r, both);
    return int(!(both.zero & both.one));
  };
  d.contains = [](uint32_t, const void *a, Word word) { return int(bits(a).contains(word)); };
  d.best = [](uint32_t width, const Word *words, size_t count, void *r) {
    Bits all = constant(width, words[0]);
    for (size_t i = 1; i < count; i++) all = join(all, constant(width, words[i]));
    put(r, all);
  };
  d.show = [](uint32_t width, const void *a, char *text, size_t) {
    for (uint32_t i = 0; i < width; i++) {
      uint32_t bit = width - 1 - i;
      bool zero = bits(a).zero >> bit & 1, one = bits(a).one >> bit & 1;
      text[i] = zero && one ? '!' : zero ? '0' : one ? '1' : '?';
    }
    return size_t(width);
  };
  d.operators = bit_operators;
  d.operator_count = sizeof bit_operators / sizeof *bit_operators;
  return d;
}

soundline_domain ranges() {
  soundline_domain d = {};
  d.name = "llvm-like-range";
  d.element_size = sizeof(Range);
  d.top = [](uint32_t width, void *r) { put(r, full(width)); };
  d.bottom = [](uint32_t, void *r) { put(r, Range{0, 0}); };
  d.leq = [](uint32_t width, const void *a, const void *b) { return int(below(width, range(a), range(b))); };
  d.equal = [](uint32_t, const void *a, const void *b) {
    return int(range(a).lower == range(b).lower && range(a).upper == range(b).upper);
  };
  d.join = [](uint32_t width, const void *a, const void *b, void *r) { put(r, hull(width, range(a), range(b))); };
  d.meet = [](uint32_t width, const void *a, const void *b, void *r) {
    put(r, overlap(width, range(a), range(b)));
    return 1;
  };
  d.contains = [](uint32_t width, const void *a, Word word) { return int(in(width, range(a), word)); };
  d.count = [](uint32_t width) { return width > 8 ? Word(0) : (Word(1) << 2 * width) - (Word(1) << width) + 2; };
  d.element = [](uint32_t width, Word index, void *r) {
    Word words = Word(1) << width;
    if (index < 2) return put(r, index ? full(width) : Range{0, 0});
    Word lower = (index - 2) / (words - 1), size = (index - 2) % (words - 1) + 1;
    put(r, Range{lower, (lower + size) & mask(width)});
  };
  d.best = [](uint32_t width, const Word *words, size_t count, void *r) {
    // After the largest gap between neighbours on the circle.
    Word best_gap = 0, lower = words[0], upper = (words[0] + 1) & mask(width);
    for (size_t i = 0; i < count; i++) {
      Word gap = ~Word(0), next = words[i];
      for (size_t j = 0; j < count; j++)
        if (words[j] != words[i] && ((words[j] - words[i]) & mask(width)) < gap)
          gap = (words[j] - words[i]) & mask(width), next = words[j];
      if (gap != ~Word(0) && gap > best_gap) best_gap = gap, lower = next, upper = (words[i] + 1) & mask(width);
    }
    put(r, fresh(width, lower, upper));
  };
  d.show = [](uint32_t width, const void *a, char *text, size_t size) {
    Range x = range(a);
    if (is_empty(x) || is_full(width, x)) return size_t(std::snprintf(text, size, is_empty(x) ? "empty" : "full"));
    return size_t(std::snprintf(text, size, "[%llu,%llu)", (unsigned long long)x.lower, (unsigned long long)x.upper));
  };
  d.exempt = circles;
  d.operators = range_operators;
  d.operator_count = sizeof range_operators / sizeof *range_operators;
  return d;
}

}  // namespace

const soundline_domain *soundline_value_domain(void) {
  static soundline_domain domain;
  const char *which = std::getenv("DOMAIN");
  domain = which && !std::strcmp(which, "range") ? ranges() : known_bits();
  domain.version = SOUNDLINE_VALUE_VERSION;
  domain.size = sizeof domain;
  domain.widths = widths;
  domain.width_count = sizeof widths / sizeof *widths;
  domain.operator_size = sizeof(soundline_operator);
  return &domain;
}

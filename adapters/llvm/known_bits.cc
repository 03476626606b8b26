// LLVM's KnownBits as a value domain, for LLVM 14 and later. Built by adapters/llvm/build.sh.
//
// A bit that is known to be both 0 and 1 is a conflict. LLVM promises nothing for operands with conflicts, so that there is
// no bottom here. LLVM claims no operator to be optimal or monotone in its header, and neither does this table.
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/KnownBits.h>

#include "words.h"

using llvm::APInt;
using llvm::KnownBits;
using namespace words;

namespace {

struct Element {
  Word zero, one;
};

KnownBits get(uint32_t width, const void *element) {
  const Element &e = *static_cast<const Element *>(element);
  KnownBits known(width);
  known.Zero = APInt(width, e.zero);
  known.One = APInt(width, e.one);
  return known;
}

void put(void *result, const KnownBits &known) {
  *static_cast<Element *>(result) = {known.Zero.getZExtValue(), known.One.getZExtValue()};
}

template <class Optional> void put_bool(void *result, const Optional &answer) {
  if (!answer)
    *static_cast<Element *>(result) = {0, 0};
  else
    *static_cast<Element *>(result) = {Word(!*answer), Word(*answer)};
}

#if LLVM_VERSION_MAJOR >= 17
KnownBits join(const KnownBits &a, const KnownBits &b) { return a.intersectWith(b); }
KnownBits meet(const KnownBits &a, const KnownBits &b) { return a.unionWith(b); }
#else
KnownBits join(const KnownBits &a, const KnownBits &b) { return KnownBits::commonBits(a, b); }
KnownBits meet(const KnownBits &a, const KnownBits &b) {
  KnownBits both(a);
  both.Zero |= b.Zero, both.One |= b.One;
  return both;
}
#endif

#if LLVM_VERSION_MAJOR >= 19
KnownBits add_sub(bool add, bool nsw, bool nuw, const KnownBits &a, const KnownBits &b) {
  return KnownBits::computeForAddSub(add, nsw, nuw, a, b);
}
#else
KnownBits add_sub(bool add, bool nsw, bool, const KnownBits &a, const KnownBits &b) {
  return KnownBits::computeForAddSub(add, nsw, a, b);
}
#endif

// Abstract functions; `a`, `b` are the first operands.
#define UNARY(expression)                                                    \
  [](uint32_t width, const soundline_operand *o, void *result) {             \
    KnownBits a = get(width, o[0].element);                                  \
    put(result, expression);                                                 \
  }
#define BINARY(expression)                                                   \
  [](uint32_t width, const soundline_operand *o, void *result) {             \
    KnownBits a = get(width, o[0].element), b = get(width, o[1].element);    \
    put(result, expression);                                                 \
  }
#define COMPARE(function)                                                    \
  [](uint32_t width, const soundline_operand *o, void *result) {             \
    KnownBits a = get(width, o[0].element), b = get(width, o[1].element);    \
    put_bool(result, KnownBits::function(a, b));                             \
  }
#define CARRY(expression)                                                    \
  [](uint32_t width, const soundline_operand *o, void *result) {             \
    KnownBits a = get(width, o[0].element), b = get(width, o[1].element);    \
    KnownBits carry = get(1, o[2].element);                                  \
    put(result, expression);                                                 \
  }

// What a bound on something about the words of `a` says about whether it is at least the constant `c`.
#define AT_LEAST(least, greatest)                                            \
  [](uint32_t width, const soundline_operand *o, void *result) {             \
    KnownBits a = get(width, o[0].element);                                  \
    Word c = o[1].value;                                                     \
    std::optional<bool> answer;                                              \
    if ((least) >= c) answer = true;                                         \
    else if ((greatest) < c) answer = false;                                 \
    put_bool(result, answer);                                                \
  }
#define SIGNED_AT_LEAST(least, greatest)                                     \
  [](uint32_t width, const soundline_operand *o, void *result) {             \
    KnownBits a = get(width, o[0].element);                                  \
    int64_t c = sign(width, o[1].value);                                     \
    std::optional<bool> answer;                                              \
    if ((least) >= c) answer = true;                                         \
    else if ((greatest) < c) answer = false;                                 \
    put_bool(result, answer);                                                \
  }

Word leading(uint32_t width, Word word, bool bit) {
  Word n = 0;
  while (n < width && (word >> (width - 1 - n) & 1) == bit) n++;
  return n;
}
Word trailing(uint32_t width, Word word, bool bit) {
  Word n = 0;
  while (n < width && (word >> n & 1) == bit) n++;
  return n;
}

// Bytes are swapped in words of 16 bits and more: others are extended to 16, and the high byte is kept.
KnownBits byte_swap(uint32_t width, KnownBits a) {
  return width < 16 ? a.zext(16).byteSwap().extractBits(width, 8) : a.byteSwap();
}

KnownBits insert(KnownBits a, const KnownBits &b, unsigned position) {
  a.insertBits(b.trunc(a.getBitWidth() - position), position);
  return a;
}

// Queries about an element, as operators with a result of one bit.
void queries(Rows &r) {
#define COUNT(count) CONCRETE_TO(1, return (count) >= o.u(1);)
  r.add("leading-zeros", "ec", AT_LEAST(a.countMinLeadingZeros(), a.countMaxLeadingZeros()), COUNT(leading(width, o.u(0), false)), 1);
  r.add("leading-ones", "ec", AT_LEAST(a.countMinLeadingOnes(), a.countMaxLeadingOnes()), COUNT(leading(width, o.u(0), true)), 1);
  r.add("trailing-zeros", "ec", AT_LEAST(a.countMinTrailingZeros(), a.countMaxTrailingZeros()), COUNT(trailing(width, o.u(0), false)), 1);
  r.add("trailing-ones", "ec", AT_LEAST(a.countMinTrailingOnes(), a.countMaxTrailingOnes()), COUNT(trailing(width, o.u(0), true)), 1);
  r.add("population", "ec", AT_LEAST(a.countMinPopulation(), a.countMaxPopulation()), COUNT(Word(__builtin_popcountll(o.u(0)))), 1);
  r.add("sign-bits", "ec", AT_LEAST(a.countMinSignBits(), width), COUNT(leading(width, o.u(0), o.s(0) < 0)), 1);
  r.add("unsigned-bounds", "ec", AT_LEAST(a.getMinValue().getZExtValue(), a.getMaxValue().getZExtValue()), COUNT(o.u(0)), 1);
  r.add("signed-bounds", "ec", SIGNED_AT_LEAST(a.getSignedMinValue().getSExtValue(), a.getSignedMaxValue().getSExtValue()),
        CONCRETE_TO(1, return o.s(0) >= o.s(1);), 1);
  r.add("haveNoCommonBitsSet", "ee", [](uint32_t width, const soundline_operand *o, void *result) {
    bool none = KnownBits::haveNoCommonBitsSet(get(width, o[0].element), get(width, o[1].element));
    put_bool(result, none ? std::optional<bool>(true) : std::nullopt);
  }, CONCRETE_TO(1, return !(o.u(0) & o.u(1));), 1);
}

Rows operators() {
  Rows r;
  r.add("and", "ee", BINARY(a & b), CONCRETE(return o.u(0) & o.u(1);));
  r.add("or", "ee", BINARY(a | b), CONCRETE(return o.u(0) | o.u(1);));
  r.add("xor", "ee", BINARY(a ^ b), CONCRETE(return o.u(0) ^ o.u(1);));

  r.add("add", "ee", BINARY(add_sub(true, false, false, a, b)), CONCRETE(return Wide(o.u(0)) + o.u(1);));
  r.add("add-nsw", "ee", BINARY(add_sub(true, true, false, a, b)),
        CONCRETE(Wide n = Wide(o.s(0)) + o.s(1); if (!fits_signed(width, n)) return {}; return n;));
  r.add("sub", "ee", BINARY(add_sub(false, false, false, a, b)), CONCRETE(return Wide(o.u(0)) - o.u(1);));
  r.add("sub-nsw", "ee", BINARY(add_sub(false, true, false, a, b)),
        CONCRETE(Wide n = Wide(o.s(0)) - o.s(1); if (!fits_signed(width, n)) return {}; return n;));
#if LLVM_VERSION_MAJOR >= 19
  r.add("add-nuw", "ee", BINARY(add_sub(true, false, true, a, b)),
        CONCRETE(UWide n = UWide(o.u(0)) + o.u(1); if (!fits_unsigned(width, n)) return {}; return Wide(n);));
  r.add("add-nsw-nuw", "ee", BINARY(add_sub(true, true, true, a, b)),
        CONCRETE(UWide n = UWide(o.u(0)) + o.u(1);
                 if (!fits_unsigned(width, n) || !fits_signed(width, Wide(o.s(0)) + o.s(1))) return {};
                 return Wide(n);));
  r.add("sub-nuw", "ee", BINARY(add_sub(false, false, true, a, b)),
        CONCRETE(if (o.u(0) < o.u(1)) return {}; return Wide(o.u(0)) - o.u(1);));
  r.add("sub-nsw-nuw", "ee", BINARY(add_sub(false, true, true, a, b)),
        CONCRETE(if (o.u(0) < o.u(1) || !fits_signed(width, Wide(o.s(0)) - o.s(1))) return {};
                 return Wide(o.u(0)) - o.u(1);));
#endif
  r.add("addcarry", "eeb", CARRY(KnownBits::computeForAddCarry(a, b, carry)),
        CONCRETE(return Wide(o.u(0)) + o.u(1) + o.u(2);));
#if LLVM_VERSION_MAJOR >= 18
  r.add("subborrow", "eeb", CARRY(KnownBits::computeForSubBorrow(a, b, carry)),
        CONCRETE(return Wide(o.u(0)) - o.u(1) - o.u(2);));
  r.add("sadd_sat", "ee", BINARY(KnownBits::sadd_sat(a, b)),
        CONCRETE(return clamp(Wide(o.s(0)) + o.s(1), least(width), most(width));));
  r.add("uadd_sat", "ee", BINARY(KnownBits::uadd_sat(a, b)),
        CONCRETE(return clamp(Wide(o.u(0)) + o.u(1), 0, mask(width));));
  r.add("ssub_sat", "ee", BINARY(KnownBits::ssub_sat(a, b)),
        CONCRETE(return clamp(Wide(o.s(0)) - o.s(1), least(width), most(width));));
  r.add("usub_sat", "ee", BINARY(KnownBits::usub_sat(a, b)),
        CONCRETE(return clamp(Wide(o.u(0)) - o.u(1), 0, mask(width));));
#endif
#if LLVM_VERSION_MAJOR >= 19
  r.add("avgFloorS", "ee", BINARY(KnownBits::avgFloorS(a, b)), CONCRETE(return (Wide(o.s(0)) + o.s(1)) >> 1;));
  r.add("avgFloorU", "ee", BINARY(KnownBits::avgFloorU(a, b)), CONCRETE(return (Wide(o.u(0)) + o.u(1)) >> 1;));
  r.add("avgCeilS", "ee", BINARY(KnownBits::avgCeilS(a, b)), CONCRETE(return (Wide(o.s(0)) + o.s(1) + 1) >> 1;));
  r.add("avgCeilU", "ee", BINARY(KnownBits::avgCeilU(a, b)), CONCRETE(return (Wide(o.u(0)) + o.u(1) + 1) >> 1;));
  r.add("abdu", "ee", BINARY(KnownBits::abdu(a, b)),
        CONCRETE(Wide d = Wide(o.u(0)) - o.u(1); return d < 0 ? -d : d;));
  r.add("abds", "ee", BINARY(KnownBits::abds(a, b)),
        CONCRETE(Wide d = Wide(o.s(0)) - o.s(1); return d < 0 ? -d : d;));
#endif

  r.add("mul", "ee", BINARY(KnownBits::mul(a, b)), CONCRETE(return o.u(0) * o.u(1);));
  r.add("mul-self", "e", UNARY(KnownBits::mul(a, a, true)), CONCRETE(return o.u(0) * o.u(0);));
  r.add("mulhs", "ee", BINARY(KnownBits::mulhs(a, b)), CONCRETE(return (Wide(o.s(0)) * o.s(1)) >> width;));
  r.add("mulhu", "ee", BINARY(KnownBits::mulhu(a, b)), CONCRETE(return Wide((UWide(o.u(0)) * o.u(1)) >> width);));
  r.add("udiv", "ee", BINARY(KnownBits::udiv(a, b)), CONCRETE(if (!o.u(1)) return {}; return o.u(0) / o.u(1);));
#if LLVM_VERSION_MAJOR >= 17
  r.add("udiv-exact", "ee", BINARY(KnownBits::udiv(a, b, true)),
        CONCRETE(if (!o.u(1) || o.u(0) % o.u(1)) return {}; return o.u(0) / o.u(1);));
  r.add("sdiv", "ee", BINARY(KnownBits::sdiv(a, b)),
        CONCRETE(if (!o.u(1)) return {}; Wide q = Wide(o.s(0)) / o.s(1); if (!fits_signed(width, q)) return {}; return q;));
  r.add("sdiv-exact", "ee", BINARY(KnownBits::sdiv(a, b, true)),
        CONCRETE(if (!o.u(1) || Wide(o.s(0)) % o.s(1)) return {}; Wide q = Wide(o.s(0)) / o.s(1);
                 if (!fits_signed(width, q)) return {}; return q;));
#endif
  r.add("urem", "ee", BINARY(KnownBits::urem(a, b)), CONCRETE(if (!o.u(1)) return {}; return o.u(0) % o.u(1);));
  r.add("srem", "ee", BINARY(KnownBits::srem(a, b)),
        CONCRETE(if (!o.u(1) || !fits_signed(width, Wide(o.s(0)) / o.s(1))) return {}; return Wide(o.s(0)) % o.s(1);));

  r.add("umax", "ee", BINARY(KnownBits::umax(a, b)), CONCRETE(return o.u(0) > o.u(1) ? o.u(0) : o.u(1);));
  r.add("umin", "ee", BINARY(KnownBits::umin(a, b)), CONCRETE(return o.u(0) < o.u(1) ? o.u(0) : o.u(1);));
  r.add("smax", "ee", BINARY(KnownBits::smax(a, b)), CONCRETE(return o.s(0) > o.s(1) ? o.s(0) : o.s(1);));
  r.add("smin", "ee", BINARY(KnownBits::smin(a, b)), CONCRETE(return o.s(0) < o.s(1) ? o.s(0) : o.s(1);));

  r.add("shl", "ee", BINARY(KnownBits::shl(a, b)), CONCRETE(if (o.u(1) >= width) return {}; return Wide(o.u(0)) << o.u(1);));
  r.add("lshr", "ee", BINARY(KnownBits::lshr(a, b)), CONCRETE(if (o.u(1) >= width) return {}; return o.u(0) >> o.u(1);));
  r.add("ashr", "ee", BINARY(KnownBits::ashr(a, b)), CONCRETE(if (o.u(1) >= width) return {}; return o.s(0) >> o.u(1);));
#if LLVM_VERSION_MAJOR >= 17
#define SHL_FITS(signedness, type)                                                                    \
  if (o.u(1) >= width || !fits_##signedness(width, type << o.u(1))) return {};
  r.add("shl-nuw", "ee", BINARY(KnownBits::shl(a, b, true, false)),
        CONCRETE(SHL_FITS(unsigned, UWide(o.u(0))) return Wide(o.u(0)) << o.u(1);));
  r.add("shl-nsw", "ee", BINARY(KnownBits::shl(a, b, false, true)),
        CONCRETE(if (o.u(1) >= width || !fits_signed(width, Wide(o.s(0)) * (Wide(1) << o.u(1)))) return {};
                 return Wide(o.u(0)) << o.u(1);));
  r.add("shl-nuw-nsw", "ee", BINARY(KnownBits::shl(a, b, true, true)),
        CONCRETE(SHL_FITS(unsigned, UWide(o.u(0)))
                 if (!fits_signed(width, Wide(o.s(0)) * (Wide(1) << o.u(1)))) return {};
                 return Wide(o.u(0)) << o.u(1);));
#endif
#if LLVM_VERSION_MAJOR >= 18
#define EXACT if (o.u(1) >= width || (o.u(0) & ((Word(1) << o.u(1)) - 1))) return {};
  r.add("lshr-exact", "ee", BINARY(KnownBits::lshr(a, b, false, true)), CONCRETE(EXACT return o.u(0) >> o.u(1);));
  r.add("ashr-exact", "ee", BINARY(KnownBits::ashr(a, b, false, true)), CONCRETE(EXACT return o.s(0) >> o.u(1);));
  // The operand that says that the amount is not 0.
#define NOT_ZERO if (o.u(1) >= width || !o.u(1)) return {};
  r.add("shl-not-zero", "ee", BINARY(KnownBits::shl(a, b, false, false, true)),
        CONCRETE(NOT_ZERO return Wide(o.u(0)) << o.u(1);));
  r.add("lshr-not-zero", "ee", BINARY(KnownBits::lshr(a, b, true)), CONCRETE(NOT_ZERO return o.u(0) >> o.u(1);));
  r.add("ashr-not-zero", "ee", BINARY(KnownBits::ashr(a, b, true)), CONCRETE(NOT_ZERO return o.s(0) >> o.u(1);));
#endif

  r.add("eq", "ee", COMPARE(eq), CONCRETE_TO(1, return o.u(0) == o.u(1);), 1);
  r.add("ne", "ee", COMPARE(ne), CONCRETE_TO(1, return o.u(0) != o.u(1);), 1);
  r.add("ugt", "ee", COMPARE(ugt), CONCRETE_TO(1, return o.u(0) > o.u(1);), 1);
  r.add("uge", "ee", COMPARE(uge), CONCRETE_TO(1, return o.u(0) >= o.u(1);), 1);
  r.add("ult", "ee", COMPARE(ult), CONCRETE_TO(1, return o.u(0) < o.u(1);), 1);
  r.add("ule", "ee", COMPARE(ule), CONCRETE_TO(1, return o.u(0) <= o.u(1);), 1);
  r.add("sgt", "ee", COMPARE(sgt), CONCRETE_TO(1, return o.s(0) > o.s(1);), 1);
  r.add("sge", "ee", COMPARE(sge), CONCRETE_TO(1, return o.s(0) >= o.s(1);), 1);
  r.add("slt", "ee", COMPARE(slt), CONCRETE_TO(1, return o.s(0) < o.s(1);), 1);
  r.add("sle", "ee", COMPARE(sle), CONCRETE_TO(1, return o.s(0) <= o.s(1);), 1);

  r.add("abs", "e", UNARY(a.abs()), CONCRETE(return o.s(0) < 0 ? -Wide(o.s(0)) : Wide(o.s(0));));
  r.add("abs-int-min-poison", "e", UNARY(a.abs(true)),
        CONCRETE(if (o.s(0) == least(width)) return {}; return o.s(0) < 0 ? -Wide(o.s(0)) : Wide(o.s(0));));
  r.add("reverseBits", "e", UNARY(a.reverseBits()),
        CONCRETE(Word n = 0; for (uint32_t i = 0; i < width; i++) n |= (o.u(0) >> i & 1) << (width - 1 - i); return n;));
#if LLVM_VERSION_MAJOR >= 17
  r.add("blsi", "e", UNARY(a.blsi()), CONCRETE(return o.u(0) & -o.u(0);));
  r.add("blsmsk", "e", UNARY(a.blsmsk()), CONCRETE(return o.u(0) ^ (o.u(0) - 1);));
#endif
  r.add("trunc", "e<", UNARY(a.trunc(unsigned(o[1].value))), CONCRETE_TO(uint32_t(word[1]), return o.u(0);));
  r.add("zext", "e>", UNARY(a.zext(unsigned(o[1].value))), CONCRETE_TO(uint32_t(word[1]), return o.u(0);));
  r.add("sext", "e>", UNARY(a.sext(unsigned(o[1].value))), CONCRETE_TO(uint32_t(word[1]), return o.s(0);));
  r.add("sextInReg", "ec", UNARY(a.sextInReg(unsigned(o[1].value))),
        CONCRETE(if (!o.u(1) || o.u(1) > width) return {}; return sign(uint32_t(o.u(1)), o.u(0));));
  r.add("extractBits", "e<c", UNARY(a.extractBits(unsigned(o[1].value), unsigned(o[2].value))),
        CONCRETE_TO(uint32_t(word[1]), if (o.u(2) > width - o.u(1)) return {}; return o.u(0) >> o.u(2);));
  r.add("makeGE", "ec", UNARY(a.makeGE(APInt(width, o[1].value))),
        CONCRETE(if (o.u(0) < o.u(1)) return {}; return o.u(0);));
  r.add("byteSwap", "e", UNARY(byte_swap(width, a)),
        CONCRETE(return width < 16 ? o.u(0) : __builtin_bswap64(o.u(0)) >> (64 - width);));
  r.add("insertBits", "eec", BINARY(insert(a, b, unsigned(o[2].value))),
        CONCRETE(if (o.u(2) >= width) return {}; Word low = (Word(1) << o.u(2)) - 1;
                 return (o.u(0) & low) | (o.u(1) << o.u(2));));
#if LLVM_VERSION_MAJOR >= 16
  r.add("concat", "ee>", BINARY(a.concat(b).zextOrTrunc(unsigned(o[2].value))),
        CONCRETE_TO(uint32_t(word[2]), return Wide((UWide(o.u(0)) << width) | o.u(1));));
#endif
  queries(r);
  return r;
}

soundline_domain domain() {
  static const Rows rows = operators();
  soundline_domain d =
      table(rows, "llvm-" WORD(LLVM_VERSION_MAJOR) "-known-bits", "KnownBits of LLVM " LLVM_VERSION_STRING, sizeof(Element));
  d.top = [](uint32_t width, void *r) { put(r, KnownBits(width)); };
  d.leq = [](uint32_t width, const void *a, const void *b) {
    KnownBits x = get(width, a), y = get(width, b);
    return int(y.Zero.isSubsetOf(x.Zero) && y.One.isSubsetOf(x.One));
  };
  d.equal = [](uint32_t width, const void *a, const void *b) {
    KnownBits x = get(width, a), y = get(width, b);
    return int(x.Zero == y.Zero && x.One == y.One);
  };
  d.join = [](uint32_t width, const void *a, const void *b, void *r) { put(r, join(get(width, a), get(width, b))); };
  d.meet = [](uint32_t width, const void *a, const void *b, void *r) {
    KnownBits both = meet(get(width, a), get(width, b));
    put(r, both);
    return int(!both.hasConflict());
  };
  d.contains = [](uint32_t, const void *a, Word word) {
    const Element &e = *static_cast<const Element *>(a);
    return int(!(word & e.zero) && !(~word & e.one));
  };
  d.best = [](uint32_t width, const Word *list, size_t count, void *r) {
    Element all = {~list[0] & mask(width), list[0]};
    for (size_t i = 1; i < count; i++) all.zero &= ~list[i], all.one &= list[i];
    *static_cast<Element *>(r) = all;
  };
  d.count = [](uint32_t width) {
    Word count = 1;
    for (uint32_t i = 0; i < width && width <= 8; i++) count *= 3;
    return width <= 8 ? count : 0;
  };
  d.element = [](uint32_t width, Word index, void *r) {
    Element e = {0, 0};
    for (uint32_t i = 0; i < width; i++, index /= 3)
      e.zero |= Word(index % 3 == 1) << i, e.one |= Word(index % 3 == 2) << i;
    *static_cast<Element *>(r) = e;
  };
  d.show = [](uint32_t width, const void *a, char *text, size_t) {
    const Element &e = *static_cast<const Element *>(a);
    for (uint32_t i = 0; i < width; i++) {
      uint32_t bit = width - 1 - i;
      bool zero = e.zero >> bit & 1, one = e.one >> bit & 1;
      text[i] = zero && one ? '!' : zero ? '0' : one ? '1' : '?';
    }
    return size_t(width);
  };
  return d;
}

}  // namespace

const soundline_domain *soundline_value_domain(void) {
  static const soundline_domain table = domain();
  return &table;
}

// LLVM's ConstantRange as a value domain, for LLVM 14 and later. Built by adapters/llvm/build.sh.
//
// A range is [lower, upper) on the circle of words. LLVM's header promises results that contain all possible values, and
// says of none that it is the smallest, so that no operator claims more than soundness.
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/Support/KnownBits.h>

#include "words.h"

using llvm::APInt;
using llvm::CmpInst;
using llvm::ConstantRange;
using llvm::Instruction;
using namespace words;

namespace {

struct Element {
  Word lower, upper;
};

ConstantRange get(uint32_t width, const void *element) {
  const Element &e = *static_cast<const Element *>(element);
  return ConstantRange(APInt(width, e.lower), APInt(width, e.upper));
}

void put(void *result, const ConstantRange &range) {
  *static_cast<Element *>(result) = {range.getLower().getZExtValue(), range.getUpper().getZExtValue()};
}

// What llvm/IR/Operator.h calls NoUnsignedWrap and NoSignedWrap.
const unsigned NUW = 1, NSW = 2;

#define UNARY(expression)                                                        \
  [](uint32_t width, const soundline_operand *o, void *result) {                 \
    ConstantRange a = get(width, o[0].element);                                  \
    put(result, expression);                                                     \
  }
#define BINARY(expression)                                                       \
  [](uint32_t width, const soundline_operand *o, void *result) {                 \
    ConstantRange a = get(width, o[0].element), b = get(width, o[1].element);    \
    put(result, expression);                                                     \
  }

// The sum, difference or product with flags: poison where it overflows.
#define WITHOUT_WRAP(operation, nuw, nsw)                                                            \
  CONCRETE(if ((nsw) && !fits_signed(width, Wide(o.s(0)) operation o.s(1))) return {};               \
           Wide n = Wide(o.u(0)) operation o.u(1);                                                   \
           if ((nuw) && (n < 0 || !fits_unsigned(width, UWide(n)))) return {};                       \
           return n;)

// The product of 64-bit words needs 128 bits without a sign.
#define PRODUCT_WITHOUT_WRAP(nuw, nsw)                                                               \
  CONCRETE(UWide n = UWide(o.u(0)) * o.u(1);                                                         \
           if ((nuw) && !fits_unsigned(width, n)) return {};                                         \
           if ((nsw) && !fits_signed(width, Wide(o.s(0)) * o.s(1))) return {};                       \
           return Wide(n);)

#define SHIFT if (o.u(1) >= width) return {};

// Whether something holds for the words of a range: a range of one bit.
void put_answer(void *result, bool may_fail, bool may_hold) {
  const Word all = may_fail && may_hold, none = !may_fail && !may_hold;
  *static_cast<Element *>(result) = all ? Element{1, 1} : none ? Element{0, 0} : Element{may_hold, may_fail};
}

// Comparisons. A region is a set of words, not a function of them: it is checked as a filter of `a`, and where LLVM calls it
// exact as the answer to whether a word of `a` is in it.
using Predicate = CmpInst::Predicate;

bool compare(Predicate predicate, const Operands &o) {
  switch (predicate) {
    case CmpInst::ICMP_EQ: return o.u(0) == o.u(1);
    case CmpInst::ICMP_NE: return o.u(0) != o.u(1);
    case CmpInst::ICMP_UGT: return o.u(0) > o.u(1);
    case CmpInst::ICMP_UGE: return o.u(0) >= o.u(1);
    case CmpInst::ICMP_ULT: return o.u(0) < o.u(1);
    case CmpInst::ICMP_ULE: return o.u(0) <= o.u(1);
    case CmpInst::ICMP_SGT: return o.s(0) > o.s(1);
    case CmpInst::ICMP_SGE: return o.s(0) >= o.s(1);
    case CmpInst::ICMP_SLT: return o.s(0) < o.s(1);
    default: return o.s(0) <= o.s(1);
  }
}

void put_membership(void *result, const ConstantRange &a, const ConstantRange &region) {
  put_answer(result, !region.contains(a), !a.intersectWith(region).isEmptySet());
}

template <Predicate P> void comparison(Rows &r, const std::string &name) {
  auto holds = CONCRETE_TO(1, return compare(P, o););
  r.add("icmp-" + name, "ee", [](uint32_t width, const soundline_operand *o, void *result) {
    ConstantRange a = get(width, o[0].element), b = get(width, o[1].element);
    bool some = !a.isEmptySet() && !b.isEmptySet();
    put_answer(result, some && !a.icmp(P, b), some && !a.icmp(CmpInst::getInversePredicate(P), b));
  }, holds, 1);
  r.add("allowed-" + name, "ee", BINARY(a.intersectWith(ConstantRange::makeAllowedICmpRegion(P, b))),
        CONCRETE(if (!compare(P, o)) return {}; return o.u(0);));
  r.add("not-satisfying-" + name, "ee", BINARY(a.intersectWith(ConstantRange::makeSatisfyingICmpRegion(P, b).inverse())),
        CONCRETE(if (compare(P, o)) return {}; return o.u(0);));
  r.add("exact-" + name, "ec", [](uint32_t width, const soundline_operand *o, void *result) {
    put_membership(result, get(width, o[0].element),
                   ConstantRange::makeExactICmpRegion(P, APInt(width, o[1].value)));
  }, holds, 1, SOUNDLINE_OPTIMAL);
}

// Does the operation wrap around? Nothing for a shift by too much.
Result wraps(Instruction::BinaryOps operation, bool is_signed, const Operands &o) {
  Wide x = is_signed ? Wide(o.s(0)) : Wide(o.u(0)), y = is_signed ? Wide(o.s(1)) : Wide(o.u(1)), n;
  switch (operation) {
    case Instruction::Add: n = x + y; break;
    case Instruction::Sub: n = x - y; break;
    case Instruction::Mul:
      if (!is_signed) return !fits_unsigned(o.width, UWide(o.u(0)) * o.u(1));
      n = x * y;
      break;
    default:
      if (o.u(1) >= o.width) return {};
      n = x * (Wide(1) << o.u(1));
  }
  return is_signed ? !fits_signed(o.width, n) : n < 0 || !fits_unsigned(o.width, UWide(n));
}

template <Instruction::BinaryOps Op, unsigned Kind> void no_wrap(Rows &r, const std::string &name) {
  r.add("not-no-wrap-" + name, "ee", BINARY(a.intersectWith(ConstantRange::makeGuaranteedNoWrapRegion(Op, b, Kind).inverse())),
        CONCRETE(Result w = wraps(Op, Kind == NSW, o); if (!w || !*w) return {}; return o.u(0);));
  r.add("exact-no-wrap-" + name, "ec", [](uint32_t width, const soundline_operand *o, void *result) {
    put_membership(result, get(width, o[0].element),
                   ConstantRange::makeExactNoWrapRegion(Op, APInt(width, o[1].value), Kind));
  }, CONCRETE_TO(1, Result w = wraps(Op, Kind == NSW, o); if (!w) return {}; return !*w;), 1, SOUNDLINE_OPTIMAL);
}

#define MAY_OVERFLOW(function)                                                                        \
  [](uint32_t width, const soundline_operand *o, void *result) {                                      \
    ConstantRange a = get(width, o[0].element), b = get(width, o[1].element);                         \
    using Answer = ConstantRange::OverflowResult;                                                     \
    Answer answer = a.function(b);                                                                    \
    bool always = answer == Answer::AlwaysOverflowsLow || answer == Answer::AlwaysOverflowsHigh;      \
    put_answer(result, !always, answer != Answer::NeverOverflows);                                    \
  }

// Bounds of a range as the answer to whether its words are at least the constant.
#define AT_LEAST(least, greatest, comparison)                                                         \
  [](uint32_t width, const soundline_operand *o, void *result) {                                      \
    ConstantRange a = get(width, o[0].element);                                                       \
    APInt c(width, o[1].value);                                                                       \
    bool some = !a.isEmptySet();                                                                      \
    put_answer(result, some && !a.least().comparison(c), some && a.greatest().comparison(c));         \
  }

ConstantRange equivalent(const ConstantRange &a) {
  Predicate predicate;
  APInt rhs;
  return a.getEquivalentICmp(predicate, rhs) ? ConstantRange::makeExactICmpRegion(predicate, rhs) : a;
}

ConstantRange equivalent_with_offset(const ConstantRange &a) {
  Predicate predicate;
  APInt rhs, offset;
  a.getEquivalentICmp(predicate, rhs, offset);
  return ConstantRange::makeExactICmpRegion(predicate, rhs).subtract(offset);
}

// The range that a bit chooses: the union where the bit is not known.
ConstantRange chosen(const ConstantRange &a, const ConstantRange &b, const ConstantRange &bit,
                     ConstantRange::PreferredRangeType type) {
  if (bit.isFullSet()) return a.unionWith(b, type);
  if (bit.isEmptySet()) return ConstantRange::getEmpty(a.getBitWidth());
  return bit.contains(APInt(1, 1)) ? b : a;
}

void regions(Rows &r) {
  comparison<CmpInst::ICMP_EQ>(r, "eq");
  comparison<CmpInst::ICMP_NE>(r, "ne");
  comparison<CmpInst::ICMP_UGT>(r, "ugt");
  comparison<CmpInst::ICMP_UGE>(r, "uge");
  comparison<CmpInst::ICMP_ULT>(r, "ult");
  comparison<CmpInst::ICMP_ULE>(r, "ule");
  comparison<CmpInst::ICMP_SGT>(r, "sgt");
  comparison<CmpInst::ICMP_SGE>(r, "sge");
  comparison<CmpInst::ICMP_SLT>(r, "slt");
  comparison<CmpInst::ICMP_SLE>(r, "sle");
  no_wrap<Instruction::Add, NUW>(r, "add-nuw");
  no_wrap<Instruction::Add, NSW>(r, "add-nsw");
  no_wrap<Instruction::Sub, NUW>(r, "sub-nuw");
  no_wrap<Instruction::Sub, NSW>(r, "sub-nsw");
  no_wrap<Instruction::Mul, NUW>(r, "mul-nuw");
  no_wrap<Instruction::Mul, NSW>(r, "mul-nsw");
  no_wrap<Instruction::Shl, NUW>(r, "shl-nuw");
  no_wrap<Instruction::Shl, NSW>(r, "shl-nsw");
#define OVERFLOW(operation, is_signed) CONCRETE_TO(1, return *wraps(Instruction::operation, is_signed, o);)
  r.add("unsignedAddMayOverflow", "ee", MAY_OVERFLOW(unsignedAddMayOverflow), OVERFLOW(Add, false), 1);
  r.add("signedAddMayOverflow", "ee", MAY_OVERFLOW(signedAddMayOverflow), OVERFLOW(Add, true), 1);
  r.add("unsignedSubMayOverflow", "ee", MAY_OVERFLOW(unsignedSubMayOverflow), OVERFLOW(Sub, false), 1);
  r.add("signedSubMayOverflow", "ee", MAY_OVERFLOW(signedSubMayOverflow), OVERFLOW(Sub, true), 1);
  r.add("unsignedMulMayOverflow", "ee", MAY_OVERFLOW(unsignedMulMayOverflow), OVERFLOW(Mul, false), 1);
  r.add("unsigned-bounds", "ec", AT_LEAST(getUnsignedMin, getUnsignedMax, uge),
        CONCRETE_TO(1, return o.u(0) >= o.u(1);), 1);
  r.add("signed-bounds", "ec", AT_LEAST(getSignedMin, getSignedMax, sge), CONCRETE_TO(1, return o.s(0) >= o.s(1);), 1);
  r.add("getEquivalentICmp", "e", UNARY(equivalent(a)), CONCRETE(return o.u(0);), 0, SOUNDLINE_OPTIMAL);
  r.add("getEquivalentICmp-offset", "e", UNARY(equivalent_with_offset(a)), CONCRETE(return o.u(0);), 0, SOUNDLINE_OPTIMAL);
  r.add("subtract", "ec", UNARY(a.subtract(APInt(width, o[1].value))), CONCRETE(return o.u(0) - o.u(1);));
  r.add("difference", "ec", UNARY(a.difference(ConstantRange(APInt(width, o[1].value)))),
        CONCRETE(if (o.u(0) == o.u(1)) return {}; return o.u(0);));
  r.add("intersectWith-unsigned", "ee", BINARY(a.intersectWith(b, ConstantRange::Unsigned)),
        CONCRETE(if (o.u(0) != o.u(1)) return {}; return o.u(0);));
  r.add("intersectWith-signed", "ee", BINARY(a.intersectWith(b, ConstantRange::Signed)),
        CONCRETE(if (o.u(0) != o.u(1)) return {}; return o.u(0);));
  r.add("unionWith-unsigned", "eeb", BINARY(chosen(a, b, get(1, o[2].element), ConstantRange::Unsigned)),
        CONCRETE(return o.u(2) ? o.u(1) : o.u(0);));
  r.add("unionWith-signed", "eeb", BINARY(chosen(a, b, get(1, o[2].element), ConstantRange::Signed)),
        CONCRETE(return o.u(2) ? o.u(1) : o.u(0);));
#if LLVM_VERSION_MAJOR >= 15
  r.add("toKnownBits", "e", UNARY(ConstantRange::fromKnownBits(a.toKnownBits(), false)), CONCRETE(return o.u(0);));
  r.add("toKnownBits-signed", "e", UNARY(ConstantRange::fromKnownBits(a.toKnownBits(), true)), CONCRETE(return o.u(0);));
#endif
#if LLVM_VERSION_MAJOR >= 19
  r.add("makeMaskNotEqualRange", "ecc",
        UNARY(a.intersectWith(ConstantRange::makeMaskNotEqualRange(APInt(width, o[1].value), APInt(width, o[2].value)))),
        CONCRETE(if ((o.u(0) & o.u(1)) == o.u(2)) return {}; return o.u(0);));
#endif
}

Rows operators() {
  Rows r;
  r.add("add", "ee", BINARY(a.add(b)), WITHOUT_WRAP(+, false, false));
  r.add("add-nuw", "ee", BINARY(a.addWithNoWrap(b, NUW)), WITHOUT_WRAP(+, true, false));
  r.add("add-nsw", "ee", BINARY(a.addWithNoWrap(b, NSW)), WITHOUT_WRAP(+, false, true));
  r.add("add-nuw-nsw", "ee", BINARY(a.addWithNoWrap(b, NUW | NSW)), WITHOUT_WRAP(+, true, true));
  r.add("sub", "ee", BINARY(a.sub(b)), WITHOUT_WRAP(-, false, false));
  r.add("sub-nuw", "ee", BINARY(a.subWithNoWrap(b, NUW)), WITHOUT_WRAP(-, true, false));
  r.add("sub-nsw", "ee", BINARY(a.subWithNoWrap(b, NSW)), WITHOUT_WRAP(-, false, true));
  r.add("sub-nuw-nsw", "ee", BINARY(a.subWithNoWrap(b, NUW | NSW)), WITHOUT_WRAP(-, true, true));
  r.add("multiply", "ee", BINARY(a.multiply(b)), PRODUCT_WITHOUT_WRAP(false, false));
  r.add("smul_fast", "ee", BINARY(a.smul_fast(b)), PRODUCT_WITHOUT_WRAP(false, false));
#if LLVM_VERSION_MAJOR >= 19
  r.add("multiply-nuw", "ee", BINARY(a.multiplyWithNoWrap(b, NUW)), PRODUCT_WITHOUT_WRAP(true, false));
  r.add("multiply-nsw", "ee", BINARY(a.multiplyWithNoWrap(b, NSW)), PRODUCT_WITHOUT_WRAP(false, true));
  r.add("multiply-nuw-nsw", "ee", BINARY(a.multiplyWithNoWrap(b, NUW | NSW)), PRODUCT_WITHOUT_WRAP(true, true));
#endif
  r.add("udiv", "ee", BINARY(a.udiv(b)), CONCRETE(if (!o.u(1)) return {}; return o.u(0) / o.u(1);));
  r.add("sdiv", "ee", BINARY(a.sdiv(b)),
        CONCRETE(if (!o.u(1)) return {}; Wide q = Wide(o.s(0)) / o.s(1); if (!fits_signed(width, q)) return {}; return q;));
  r.add("urem", "ee", BINARY(a.urem(b)), CONCRETE(if (!o.u(1)) return {}; return o.u(0) % o.u(1);));
  r.add("srem", "ee", BINARY(a.srem(b)),
        CONCRETE(if (!o.u(1) || !fits_signed(width, Wide(o.s(0)) / o.s(1))) return {}; return Wide(o.s(0)) % o.s(1);));
  r.add("smax", "ee", BINARY(a.smax(b)), CONCRETE(return o.s(0) > o.s(1) ? o.s(0) : o.s(1);));
  r.add("umax", "ee", BINARY(a.umax(b)), CONCRETE(return o.u(0) > o.u(1) ? o.u(0) : o.u(1);));
  r.add("smin", "ee", BINARY(a.smin(b)), CONCRETE(return o.s(0) < o.s(1) ? o.s(0) : o.s(1);));
  r.add("umin", "ee", BINARY(a.umin(b)), CONCRETE(return o.u(0) < o.u(1) ? o.u(0) : o.u(1);));
  r.add("binaryAnd", "ee", BINARY(a.binaryAnd(b)), CONCRETE(return o.u(0) & o.u(1);));
  r.add("binaryOr", "ee", BINARY(a.binaryOr(b)), CONCRETE(return o.u(0) | o.u(1);));
  r.add("binaryXor", "ee", BINARY(a.binaryXor(b)), CONCRETE(return o.u(0) ^ o.u(1);));
  r.add("binaryNot", "e", UNARY(a.binaryNot()), CONCRETE(return ~o.u(0);));
  r.add("shl", "ee", BINARY(a.shl(b)), CONCRETE(SHIFT return Wide(o.u(0)) << o.u(1);));
  r.add("lshr", "ee", BINARY(a.lshr(b)), CONCRETE(SHIFT return o.u(0) >> o.u(1);));
  r.add("ashr", "ee", BINARY(a.ashr(b)), CONCRETE(SHIFT return o.s(0) >> o.u(1);));
  r.add("uadd_sat", "ee", BINARY(a.uadd_sat(b)), CONCRETE(return clamp(Wide(o.u(0)) + o.u(1), 0, mask(width));));
  r.add("sadd_sat", "ee", BINARY(a.sadd_sat(b)),
        CONCRETE(return clamp(Wide(o.s(0)) + o.s(1), least(width), most(width));));
  r.add("usub_sat", "ee", BINARY(a.usub_sat(b)), CONCRETE(return clamp(Wide(o.u(0)) - o.u(1), 0, mask(width));));
  r.add("ssub_sat", "ee", BINARY(a.ssub_sat(b)),
        CONCRETE(return clamp(Wide(o.s(0)) - o.s(1), least(width), most(width));));
  r.add("umul_sat", "ee", BINARY(a.umul_sat(b)),
        CONCRETE(UWide n = UWide(o.u(0)) * o.u(1); return fits_unsigned(width, n) ? Wide(n) : Wide(mask(width));));
  r.add("smul_sat", "ee", BINARY(a.smul_sat(b)),
        CONCRETE(return clamp(Wide(o.s(0)) * o.s(1), least(width), most(width));));
  r.add("ushl_sat", "ee", BINARY(a.ushl_sat(b)),
        CONCRETE(SHIFT UWide n = UWide(o.u(0)) << o.u(1); return fits_unsigned(width, n) ? Wide(n) : Wide(mask(width));));
  r.add("sshl_sat", "ee", BINARY(a.sshl_sat(b)),
        CONCRETE(SHIFT return clamp(Wide(o.s(0)) * (Wide(1) << o.u(1)), least(width), most(width));));
  r.add("abs", "e", UNARY(a.abs()), CONCRETE(return o.s(0) < 0 ? -Wide(o.s(0)) : Wide(o.s(0));));
  r.add("abs-int-min-poison", "e", UNARY(a.abs(true)),
        CONCRETE(if (o.s(0) == least(width)) return {}; return o.s(0) < 0 ? -Wide(o.s(0)) : Wide(o.s(0));));
#if LLVM_VERSION_MAJOR >= 19
#define COUNT(from) Word n = 0; while (n < width && !(o.u(0) >> (from) & 1)) n++; return n;
  // A count of `width` does not fit into one bit; LLVM's counts are of the width of the operand.
  r.add("ctlz", "e", UNARY(a.ctlz()), CONCRETE(COUNT(width - 1 - n)));
  r.add("ctlz-zero-poison", "e", UNARY(a.ctlz(true)), CONCRETE(if (!o.u(0)) return {}; COUNT(width - 1 - n)));
  r.add("cttz", "e", UNARY(a.cttz()), CONCRETE(COUNT(n)));
  r.add("cttz-zero-poison", "e", UNARY(a.cttz(true)), CONCRETE(if (!o.u(0)) return {}; COUNT(n)));
  r.add("ctpop", "e", UNARY(a.ctpop()), CONCRETE(return __builtin_popcountll(o.u(0));));
#endif
  r.add("truncate", "e<", UNARY(a.truncate(uint32_t(o[1].value))), CONCRETE_TO(uint32_t(word[1]), return o.u(0);));
  r.add("zeroExtend", "e>", UNARY(a.zeroExtend(uint32_t(o[1].value))), CONCRETE_TO(uint32_t(word[1]), return o.u(0);));
  r.add("signExtend", "e>", UNARY(a.signExtend(uint32_t(o[1].value))), CONCRETE_TO(uint32_t(word[1]), return o.s(0);));
  regions(r);
  return r;
}

// Two ranges may have several smallest ones around them, and an intersection may be two ranges.
const char *const circles[] = {
    "join is least: two ranges have several smallest upper bounds",
    "join associative: which gap a union closes depends on what is joined first",
    "meet associative: an intersection that should be two ranges is one of the operands",
    "join meet absorption: an intersection that should be two ranges may not be below its operand",
    "meet implies leq: an intersection that should be two ranges is one of the operands",
    "meet implies join: an intersection that should be two ranges is one of the operands",
    "join commutative: of two ranges that are equally large the one is chosen that comes first",
    "meet commutative: of two ranges that are equally large the one is chosen that comes first",
    nullptr,
};

soundline_domain domain() {
  static const Rows rows = operators();
  soundline_domain d =
      table(rows, "llvm-" WORD(LLVM_VERSION_MAJOR) "-constant-range", "ConstantRange of LLVM " LLVM_VERSION_STRING, sizeof(Element));
  d.top = [](uint32_t width, void *r) { put(r, ConstantRange(width, true)); };
  d.bottom = [](uint32_t width, void *r) { put(r, ConstantRange(width, false)); };
  d.leq = [](uint32_t width, const void *a, const void *b) { return int(get(width, b).contains(get(width, a))); };
  d.equal = [](uint32_t width, const void *a, const void *b) { return int(get(width, a) == get(width, b)); };
  d.join = [](uint32_t width, const void *a, const void *b, void *r) {
    put(r, get(width, a).unionWith(get(width, b)));
  };
  d.meet = [](uint32_t width, const void *a, const void *b, void *r) {
    put(r, get(width, a).intersectWith(get(width, b)));
    return 1;
  };
  // By arithmetic of our own, since everything is measured with it.
  d.contains = [](uint32_t width, const void *a, Word word) {
    const Element &e = *static_cast<const Element *>(a);
    if (e.lower == e.upper) return int(e.lower == mask(width));
    return int(((word - e.lower) & mask(width)) < ((e.upper - e.lower) & mask(width)));
  };
  d.count = [](uint32_t width) { return width > 6 ? Word(0) : (Word(1) << 2 * width) - (Word(1) << width) + 2; };
  d.element = [](uint32_t width, Word index, void *r) {
    Word words = Word(1) << width, lower = (index - 2) / (words - 1), size = (index - 2) % (words - 1) + 1;
    Element e = {lower, (lower + size) & mask(width)};
    if (index < 2) e.lower = e.upper = index ? mask(width) : 0;
    *static_cast<Element *>(r) = e;
  };
  // All but the largest gap between neighbours on the circle.
  d.best = [](uint32_t width, const Word *list, size_t count, void *r) {
    Word largest = 0;
    Element e = {list[0], (list[0] + 1) & mask(width)};
    for (size_t i = 0; i < count; i++) {
      Word gap = ~Word(0);
      bool any = false;
      for (size_t j = 0; j < count; j++) {
        Word distance = (list[j] - list[i]) & mask(width);
        if (distance && (!any || distance < gap)) gap = distance, any = true;
      }
      if (any && gap > largest) largest = gap, e = {(list[i] + gap) & mask(width), (list[i] + 1) & mask(width)};
    }
    if (e.lower == e.upper) e.lower = e.upper = mask(width);
    *static_cast<Element *>(r) = e;
  };
  d.show = [](uint32_t width, const void *a, char *text, size_t size) {
    const Element &e = *static_cast<const Element *>(a);
    if (e.lower == e.upper) return size_t(std::snprintf(text, size, e.lower ? "full" : "empty"));
    return size_t(std::snprintf(text, size, "[%llu,%llu)", (unsigned long long)e.lower, (unsigned long long)e.upper));
  };
  d.exempt = circles;
  return d;
}

}  // namespace

const soundline_domain *soundline_value_domain(void) {
  static const soundline_domain table = domain();
  return &table;
}

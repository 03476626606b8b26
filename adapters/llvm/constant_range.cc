// LLVM's ConstantRange as a value domain, for LLVM 14 and later. Built by adapters/llvm/build.sh.
//
// A range is [lower, upper) on the circle of words. LLVM's header promises results that contain all possible values, and
// says of none that it is the smallest, so that no operator claims more than soundness.
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/ConstantRange.h>

#include "words.h"

using llvm::APInt;
using llvm::ConstantRange;
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

std::vector<soundline_operator> operators() {
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
  return r.rows;
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
  static const std::string name = "llvm-" + std::to_string(LLVM_VERSION_MAJOR) + "-constant-range";
  static const uint32_t widths[] = {1, 2, 3, 4, 8, 32, 64};
  static const std::vector<soundline_operator> rows = operators();
  soundline_domain d = {};
  d.version = SOUNDLINE_VALUE_VERSION;
  d.size = sizeof d;
  d.name = name.c_str();
  d.about = "ConstantRange of LLVM " LLVM_VERSION_STRING;
  d.widths = widths;
  d.width_count = sizeof widths / sizeof *widths;
  d.element_size = sizeof(Element);
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
  d.operators = rows.data();
  d.operator_count = rows.size();
  d.operator_size = sizeof(soundline_operator);
  return d;
}

}  // namespace

const soundline_domain *soundline_value_domain(void) {
  static const soundline_domain table = domain();
  return &table;
}

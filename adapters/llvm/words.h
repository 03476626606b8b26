// Words of a fixed width, what LLVM's operations mean on them (LangRef), and rows of tables.
#ifndef SOUNDLINE_ADAPTERS_LLVM_WORDS_H
#define SOUNDLINE_ADAPTERS_LLVM_WORDS_H

#include <cstdio>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "soundline_value.h"

namespace words {

using Word = uint64_t;
using Wide = __int128;
using UWide = unsigned __int128;

inline Word mask(uint32_t width) { return ~Word(0) >> (64 - width); }
inline int64_t sign(uint32_t width, Word w) { return int64_t(w << (64 - width)) >> (64 - width); }
inline bool fits_signed(uint32_t width, Wide n) {
  return n >= -(Wide(1) << (width - 1)) && n < (Wide(1) << (width - 1));
}
inline bool fits_unsigned(uint32_t width, UWide n) { return n <= mask(width); }
inline Wide clamp(Wide n, Wide low, Wide high) { return n < low ? low : n > high ? high : n; }
inline Wide least(uint32_t width) { return -(Wide(1) << (width - 1)); }
inline Wide most(uint32_t width) { return (Wide(1) << (width - 1)) - 1; }

// A concrete operation: the words of its operands, and the result or nothing where it is poison or undefined.
struct Operands {
  uint32_t width;
  const Word *word;
  Word u(int place) const { return word[place]; }
  int64_t s(int place) const { return sign(width, word[place]); }
};
using Result = std::optional<Wide>;

// The rows of a table, as they are added.
struct Rows {
  std::vector<soundline_operator> rows;
  void add(const std::string &name, const char *operands, decltype(soundline_operator::abstract) abstract,
           decltype(soundline_operator::concrete) concrete, uint32_t result_width = 0, uint32_t claims = 0) {
    static std::list<std::string> names;  // which stay where they are
    rows.push_back({names.emplace_back(name).c_str(), operands, claims, result_width, abstract, concrete});
  }
};

// A table with these rows, at the widths at which all adapters are checked. The functions of the lattice are added by it.
inline soundline_domain table(const Rows &r, const char *name, const char *about, size_t element_size) {
  static const uint32_t widths[] = {1, 2, 3, 4, 8, 32, 64};
  soundline_domain d = {};
  d.version = SOUNDLINE_VALUE_VERSION;
  d.size = sizeof d;
  d.name = name;
  d.about = about;
  d.widths = widths;
  d.width_count = sizeof widths / sizeof *widths;
  d.element_size = element_size;
  d.operators = r.rows.data();
  d.operator_count = r.rows.size();
  d.operator_size = sizeof(soundline_operator);
  return d;
}

}  // namespace words

// A number of the preprocessor as text.
#define WORD(number) WORD_OF(number)
#define WORD_OF(number) #number

// A concrete function from an expression in `o` (Operands); its result is reduced to `bits`.
#define CONCRETE_TO(bits, ...)                                                        \
  [](uint32_t width, const words::Word *word, words::Word *result) -> int {           \
    using namespace words;                                                            \
    [[maybe_unused]] Operands o{width, word};                                         \
    Result r = [&]() -> Result { __VA_ARGS__ }();                                     \
    if (!r) return 0;                                                                 \
    *result = Word(*r) & mask(bits);                                                  \
    return 1;                                                                         \
  }
#define CONCRETE(...) CONCRETE_TO(width, __VA_ARGS__)

#endif

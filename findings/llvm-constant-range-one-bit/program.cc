// ConstantRange at width 1: abs of the full range, and the signed quotient of 0 and 0.
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/ConstantRange.h>

#include <cstdio>
#include <cstring>

using llvm::APInt;
using llvm::ConstantRange;

int main(int count, char **arguments) {
  if (count > 1 && !std::strcmp(arguments[1], "abs")) {
    ConstantRange result = ConstantRange::getFull(1).abs();
    bool contains = result.contains(APInt(1, 0));
    std::printf("LLVM %s: abs of all words of one bit %s 0\n", LLVM_VERSION_STRING, contains ? "contains" : "does not contain");
    return contains;
  }
  ConstantRange zero(APInt(1, 0));
  std::printf("LLVM %s: the signed quotient of {0} and {0} at one bit\n", LLVM_VERSION_STRING);
  std::fflush(stdout);
  ConstantRange result = zero.sdiv(zero);
  std::printf("is %s\n", result.isEmptySet() ? "empty" : "not empty");
  return 0;
}

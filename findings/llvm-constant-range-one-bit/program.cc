// ConstantRange at width 1: abs of the full range, the words whose product with -1 does not wrap, and the signed quotient of
// 0 and 0.
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Operator.h>

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
  if (count > 1 && !std::strcmp(arguments[1], "mul")) {
    // -1 times -1 is 1, which is no signed number of one bit.
    ConstantRange region = ConstantRange::makeExactNoWrapRegion(
        llvm::Instruction::Mul, APInt(1, 1), llvm::OverflowingBinaryOperator::NoSignedWrap);
    bool contains = region.contains(APInt(1, 1));
    std::printf("LLVM %s: -1 * -1 at one bit %s without signed wrap\n", LLVM_VERSION_STRING, contains ? "is" : "is not");
    return !contains;
  }
  ConstantRange zero(APInt(1, 0));
  std::printf("LLVM %s: the signed quotient of {0} and {0} at one bit\n", LLVM_VERSION_STRING);
  std::fflush(stdout);
  ConstantRange result = zero.sdiv(zero);
  std::printf("is %s\n", result.isEmptySet() ? "empty" : "not empty");
  return 0;
}

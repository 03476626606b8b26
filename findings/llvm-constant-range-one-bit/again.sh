#!/bin/sh
. "$(dirname "$0")/../lib.sh"
prefix=/usr/lib/llvm-14
[ -e "$prefix/include/llvm/IR/ConstantRange.h" ] || missing "LLVM 14" "apt-get install llvm-14-dev"
c++ -std=c++17 -w -fno-rtti -isystem "$prefix/include" -o "$work/program" program.cc \
    -L"$prefix/lib" -Wl,-rpath,"$prefix/lib" -lLLVM-14 || exit 2
"$work/program" abs || exit 1
"$work/program" mul || exit 1
"$work/program" sdiv
crashes $?

#!/bin/sh
# build.sh VERSION FOLDER [SOURCE]: the adapters of LLVM VERSION (14, 15, 16 or 19), or one of them, as libraries in FOLDER.
# It needs the headers of llvm-VERSION-dev, and links the shared library that comes with them.
set -eu
version=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/lib/llvm-$version
[ -e "$prefix/include/llvm/Support/KnownBits.h" ] \
    || { echo "the headers of LLVM $version are missing: apt-get install llvm-$version-dev"; exit 2; }
for source in ${3:-known_bits constant_range}; do
    "${CXX:-c++}" -std=c++17 -O2 -w -shared -fPIC -fno-rtti -I"$here/../../include" -isystem "$prefix/include" \
        -o "$folder/llvm-$version-$source.so" "$here/$source.cc" \
        -L"$prefix/lib" -Wl,-rpath,"$prefix/lib" "-lLLVM-$version"
done

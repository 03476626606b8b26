#!/bin/sh
. "$(dirname "$0")/../lib.sh"
command -v g++ > /dev/null || missing g++ "apt-get install g++"
echo '#include <ppl.hh>' | g++ -E -x c++ - > /dev/null 2>&1 || missing PPL "apt-get install libppl-dev"
g++ -w -o "$work/program" program.cc -lppl -lgmpxx -lgmp || exit 2
"$work/program"

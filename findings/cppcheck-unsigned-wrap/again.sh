#!/bin/sh
. "$(dirname "$0")/../lib.sh"
command -v cppcheck > /dev/null || missing cppcheck "apt-get install cppcheck"
cppcheck --version
cppcheck -q --enable=style --template='{file}:{line}: {message} [{id}]' program.c 2>&1 | tee "$work/answer"
{ echo "#include <stdio.h>"; echo "#include <limits.h>"
  sed -e 's/nondet(void);/nondet(void) { return UINT_MAX; }/' \
      -e 's/reached(void);/reached(void) { puts("the branch is reached with UINT_MAX"); }/' program.c
  echo 'int main(void) { f(); }'; } > "$work/program.c"
cc -o "$work/program" "$work/program.c" && "$work/program"
grep -q 'always false' "$work/answer"

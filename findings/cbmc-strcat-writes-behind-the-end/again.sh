#!/bin/sh
. "$(dirname "$0")/../lib.sh"
command -v cbmc > /dev/null || missing cbmc "apt-get install cbmc on Debian 11"
echo "cbmc $(cbmc --version)"
cbmc program.c > "$work/answer" 2> /dev/null
grep -a CHECK "$work/answer"
{ echo "#include <stdio.h>"
  cat program.c
  echo 'void __CPROVER_assert(int condition, const char *name) { if (!condition) puts("CHECK fails in a run"); }'
} > "$work/program.c"
cc -w -o "$work/program" "$work/program.c" || missing "a C compiler" "apt-get install gcc libc6-dev"
"$work/program"
grep -aq 'CHECK: SUCCESS' "$work/answer"

#!/bin/sh
. "$(dirname "$0")/../lib.sh"
goto_analyzer program.c
run_with 1
grep -q 'CHECK: SUCCESS' "$work/answer"

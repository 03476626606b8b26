#!/bin/sh
. "$(dirname "$0")/../lib.sh"
goto_analyzer program.c
grep -q 'invariant violation' "$work/answer"

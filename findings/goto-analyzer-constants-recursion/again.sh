#!/bin/sh
. "$(dirname "$0")/../lib.sh"
command -v goto-analyzer > /dev/null || command -v goto-analyzer-6 > /dev/null || missing goto-analyzer "apt-get install cbmc"
for tool in goto-analyzer goto-analyzer-6; do
    command -v "$tool" > /dev/null || continue
    echo "goto-analyzer $("$tool" --version)"
    "$tool" --verify --constants program.c 2>&1 | grep -a CHECK | tee -a "$work/answer"
done
run_with 0
grep -q 'CHECK: SUCCESS' "$work/answer"

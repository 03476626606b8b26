#!/bin/sh
. "$(dirname "$0")/../lib.sh"
(elina optoct); status=$?
[ "$status" -eq 2 ] && exit 2
crashes "$status"

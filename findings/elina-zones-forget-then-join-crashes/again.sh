#!/bin/sh
. "$(dirname "$0")/../lib.sh"
(elina optzones); status=$?
[ "$status" -eq 2 ] && exit 2
crashes "$status"

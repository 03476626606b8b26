#!/bin/sh
. "$(dirname "$0")/../lib.sh"
(elina optpoly); status=$?
[ "$status" -eq 2 ] && exit 2
crashes "$status"

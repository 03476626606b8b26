#!/bin/sh
. "$(dirname "$0")/../lib.sh"
for library in t1pD t1pMPQ; do
    (apron_source "$library"); status=$?
    [ "$status" -eq 2 ] && exit 2
    crashes "$status"
done

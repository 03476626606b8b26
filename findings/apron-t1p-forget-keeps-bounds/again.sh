#!/bin/sh
. "$(dirname "$0")/../lib.sh"
apron_source t1pMPQ

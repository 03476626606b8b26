#!/bin/sh
. "$(dirname "$0")/../lib.sh"
apron boxMPFR

#!/bin/sh
. "$(dirname "$0")/../lib.sh"
elina optpoly

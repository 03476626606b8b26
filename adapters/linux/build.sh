#!/bin/sh
# build.sh FOLDER: the adapter of Linux' tristate numbers as FOLDER/linux-tnum.so.
# It needs Debian's linux-source-6.1, of which it unpacks two files into FOLDER.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
archive=/usr/src/linux-source-6.1.tar.xz
[ -e "$archive" ] || { echo "the source of Linux is missing: apt-get install linux-source-6.1"; exit 2; }
tar -xJf "$archive" -C "$folder" linux-source-6.1/kernel/bpf/tnum.c linux-source-6.1/include/linux/tnum.h
version=$(dpkg-query -W -f '${Version}' linux-source-6.1 2> /dev/null || echo 6.1)
# The kernel's other headers are not there: ours are found for what tnum.h includes.
"${CC:-cc}" -O2 -w -shared -fPIC -DLINUX_VERSION="\"$version\"" -I"$here/../../include" -I"$here/shim" \
    -I"$folder/linux-source-6.1/include" -o "$folder/linux-tnum.so" \
    "$here/tnum.c" "$folder/linux-source-6.1/kernel/bpf/tnum.c"

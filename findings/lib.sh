# What the scripts of the findings share. Exit codes: 0 the bug shows, 1 it does not, 2 it cannot be tried here.

cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# missing WHAT HOW: nothing can be tried without it.
missing() {
    echo "$1 is missing: $2"
    exit 2
}

# goto_analyzer FILE: its answer with the options that its manual starts with.
goto_analyzer() {
    tool=$(command -v goto-analyzer-6 || command -v goto-analyzer) \
        || missing goto-analyzer "cargo xtask setup, or apt-get install cbmc on Debian 13"
    echo "goto-analyzer $("$tool" --version)"
    "$tool" --verify --recursive-interprocedural --vsd --vsd-values intervals --vsd-structs every-field \
        --vsd-arrays smash --vsd-pointers value-set "$1" > "$work/answer" 2>&1
    echo "exit code $?"
    grep -a 'CHECK\|^Condition' "$work/answer"
}

# run_with VALUE: the program with this number instead of an unknown one.
run_with() {
    { echo "#include <stdio.h>"
      echo "#define __CPROVER_assume(e) do if (!(e)) return 0; while (0)"
      echo "#define __CPROVER_assert(e, name) do if (!(e)) puts(name \" fails in a run with $1\"); while (0)"
      sed "s/nondet(void);/nondet(void) { return $1; }/" program.c; } > "$work/program.c"
    cc -o "$work/program" "$work/program.c" || missing "a C compiler" "apt-get install gcc libc6-dev"
    "$work/program"
}

# apron LIBRARY: compile and run program.c with one of APRON's libraries.
apron() {
    [ -e /usr/include/ap_global0.h ] || missing APRON "apt-get install libapron-dev"
    dpkg-query -W -f 'APRON ${Version}\n' libapron 2> /dev/null
    cc -o "$work/program" program.c "-l$1" -lapron -lmpfr -lgmp -lm || exit 2
    "$work/program"
}

# from_source PREFIX LIBRARIES: compile and run program.c with libraries that were built from their source.
from_source() {
    prefix=$1 && shift
    apron=${APRON:-/usr/local}
    cc -w -I"$apron/include" -o "$work/program" program.c -L"$prefix/lib" -L"$apron/lib" \
        -Wl,-rpath,"$prefix/lib:$apron/lib" "$@" -lapron -lmpfr -lgmp -lm || exit 2
    "$work/program"
}

# apron_source LIBRARY: one of APRON that Debian does not have.
apron_source() {
    [ -e "${APRON:-/usr/local}/include/t1p.h" ] || missing "APRON with taylor1plus" \
        "build https://github.com/antoinemine/apron (seen with commit 2d00273), then APRON=/its/prefix sh $0"
    from_source "${APRON:-/usr/local}" "-l$1"
}

# elina LIBRARY: one of ELINA, with APRON's interface.
elina() {
    [ -e "${ELINA:-/usr/local}/lib/lib$1.so" ] || missing ELINA \
        "build https://github.com/eth-sri/ELINA with -use-apron (seen with commit f524156), then ELINA=/its/prefix APRON=/prefix/of/APRON sh $0"
    LD_LIBRARY_PATH="${ELINA:-/usr/local}/lib:${APRON:-/usr/local}/lib" \
        from_source "${ELINA:-/usr/local}" "-l$1" -lelinalinearize -lpartitions
}

# crashes STATUS: whether a signal ended the program.
crashes() {
    [ "$1" -gt 128 ] || { echo "no signal: it ended with code $1"; exit 1; }
    echo "killed by signal $(($1 - 128))"
}

# crate: run main.rs with the crate that it is about, which comes from the registry.
crate() {
    command -v cargo > /dev/null || missing cargo "https://rustup.rs"
    cp Cargo.toml "$work" && mkdir "$work/src" && cp main.rs "$work/src" || exit 2
    cargo build --quiet --manifest-path "$work/Cargo.toml" || exit 2
    "$work/target/debug/again"
}

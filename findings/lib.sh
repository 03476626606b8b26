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

# crate: run main.rs with the crate that it is about, which comes from the registry.
crate() {
    command -v cargo > /dev/null || missing cargo "https://rustup.rs"
    cp Cargo.toml "$work" && mkdir "$work/src" && cp main.rs "$work/src" || exit 2
    cargo build --quiet --manifest-path "$work/Cargo.toml" || exit 2
    "$work/target/debug/again"
}

//! All packages that the tests need.

use crate::package::{Package, Programs, Source};

/// All of them, in the order in which they are installed.
pub const PACKAGES: &[Package] = &[
    PPL,
    LIBCLANG,
    APRON,
    CBMC,
    CBMC_6,
    CLANG,
    GCC_MULTILIB,
    GXX,
    CPPCHECK,
    FRAMA_C,
    WHY3,
    CVC4,
    CVISE,
    CSMITH,
    CSMITH_HEADERS,
    PYTHON,
    OCAML,
    LUA_INSPECT,
    LUA_DKJSON,
    LUA_ARGPARSE,
    LUA_MARKDOWN,
    LUA_BASEXX,
    LUA_BINARYHEAP,
    LUA_MESSAGEPACK,
    SLURM,
    SLURM_NODES,
    SLURM_COMMANDS,
    MUNGE,
    LLVM_19,
    CHROMIUM,
    CHROMIUM_DRIVER,
    BEAR,
    VALGRIND,
];

/// Larger ones, which `cargo xtask setup --more` installs: tests that need them are skipped elsewhere.
pub const MORE: &[Package] = &[LLVM_14, LLVM_15, LLVM_16, LINUX_SOURCE, SARIF_MULTITOOL];

/// Says where programs use what has no value.
pub const VALGRIND: Package = Package {
    name: "valgrind",
    programs: &["valgrind"],
    files: &[],
    needed_for: "the comparison of reads without a value with runs",
    source: Source::System,
};

/// PPL with its C interface, and GMP.
pub const PPL: Package = Package {
    name: "libppl-dev",
    programs: &[],
    files: &["/usr/share/doc/libppl-dev"],
    needed_for: "the tests of PPL's adapter and of GMP's numbers",
    source: Source::System,
};

/// The library that reads C.
pub const LIBCLANG: Package = Package {
    name: "libclang1-19",
    programs: &[],
    files: &["/usr/lib/llvm-19/lib/libclang-19.so.1"],
    needed_for: "the tests of the C front end and of all that reads C",
    source: Source::System,
};

/// APRON, with headers, and MPFR.
pub const APRON: Package = Package {
    name: "libapron-dev",
    programs: &[],
    files: &["/usr/include/ap_abstract0.h", "/usr/lib/libboxMPQ.so"],
    needed_for: "the tests of APRON's adapter and the loop that its speed is compared with",
    source: Source::Older(&["libapron"]),
};

/// CBMC 5 and goto-analyzer.
pub const CBMC: Package = Package {
    name: "cbmc",
    programs: &["cbmc", "goto-analyzer"],
    files: &[],
    needed_for: "the tests of diff with CBMC and goto-analyzer",
    source: Source::Older(&["minisat"]),
};

/// CBMC 6 beside the older one.
pub const CBMC_6: Package = Package {
    name: "cbmc-6",
    programs: &["cbmc-6", "goto-analyzer-6"],
    files: &[],
    needed_for: "the tests of diff with CBMC 6 and the newer domain of goto-analyzer",
    source: Source::Newer(Programs {
        packages: &["cbmc", "libc6", "libgcc-s1", "libstdc++6"],
        programs: &["cbmc", "goto-analyzer"],
        suffix: "-6",
    }),
};

/// The compiler beside gcc.
pub const CLANG: Package = Package {
    name: "clang-19",
    programs: &["clang-19"],
    files: &["/usr/lib/llvm-19/bin/clang"],
    needed_for: "the tests of diff with clang and its analyzer, and programs that both compilers build",
    source: Source::System,
};

/// The C library for 32 bits.
pub const GCC_MULTILIB: Package = Package {
    name: "gcc-multilib",
    programs: &[],
    files: &["/usr/share/doc/gcc-multilib"],
    needed_for: "programs of the 32-bit data model that include the library's headers",
    source: Source::System,
};

/// A C++ compiler.
pub const GXX: Package = Package {
    name: "g++",
    programs: &["c++", "g++"],
    files: &[],
    needed_for: "the template for cargo-fuzz, whose libFuzzer is C++",
    source: Source::System,
};

/// cppcheck.
pub const CPPCHECK: Package = Package {
    name: "cppcheck",
    programs: &["cppcheck"],
    files: &[],
    needed_for: "the tests of diff with cppcheck",
    source: Source::System,
};

/// Frama-C without its windows.
pub const FRAMA_C: Package = Package {
    name: "frama-c-base",
    programs: &["frama-c"],
    files: &[],
    needed_for: "the tests of diff with Frama-C",
    source: Source::System,
};

/// What Frama-C WP proves by.
pub const WHY3: Package = Package {
    name: "why3",
    programs: &["why3"],
    files: &[],
    needed_for: "Frama-C WP, which proves by way of it",
    source: Source::System,
};

/// The prover of Frama-C WP.
pub const CVC4: Package = Package {
    name: "cvc4",
    programs: &["cvc4"],
    files: &[],
    needed_for: "Frama-C WP, whose prover it is",
    source: Source::System,
};

/// The reducer of C programs.
pub const CVISE: Package = Package {
    name: "cvise",
    programs: &["cvise"],
    files: &[],
    needed_for: "reducing the programs of findings",
    source: Source::System,
};

/// The generator of random C programs.
pub const CSMITH: Package = Package {
    name: "csmith",
    programs: &["csmith"],
    files: &[],
    needed_for: "random programs",
    source: Source::System,
};

/// What its programs include.
pub const CSMITH_HEADERS: Package = Package {
    name: "libcsmith-dev",
    programs: &[],
    files: &["/usr/include/csmith/csmith.h"],
    needed_for: "the headers that random programs include",
    source: Source::System,
};

/// Python, for a domain of the line protocol.
pub const PYTHON: Package = Package {
    name: "python3",
    programs: &["python3"],
    files: &[],
    needed_for: "the tests of the line protocol with a domain in Python, and of BenchExec",
    source: Source::System,
};

/// Published Lua: shows tables.
pub const LUA_INSPECT: Package = lua("lua-inspect", &["/usr/share/lua/5.1/inspect.lua"]);

/// Published Lua: JSON.
pub const LUA_DKJSON: Package = lua("lua-dkjson", &["/usr/share/lua/5.1/dkjson.lua"]);

/// Published Lua: command lines.
pub const LUA_ARGPARSE: Package = lua("lua-argparse", &["/usr/share/lua/5.1/argparse.lua"]);

/// Published Lua: Markdown.
pub const LUA_MARKDOWN: Package = lua("lua-markdown", &["/usr/share/lua/5.1/markdown.lua"]);

/// Published Lua: Base64.
pub const LUA_BASEXX: Package = lua("lua-basexx", &["/usr/share/lua/5.1/basexx.lua"]);

/// Published Lua: heaps.
pub const LUA_BINARYHEAP: Package = lua("lua-binaryheap", &["/usr/share/lua/5.1/binaryheap.lua"]);

/// Published Lua: MessagePack.
pub const LUA_MESSAGEPACK: Package =
    lua("lua-messagepack", &["/usr/share/lua/5.1/MessagePack.lua"]);

/// The interpreter of OCaml.
pub const OCAML: Package = Package {
    name: "ocaml-interp",
    programs: &["ocaml"],
    files: &[],
    needed_for: "the tests of the line protocol with a value domain in OCaml",
    source: Source::System,
};

/// A browser.
pub const CHROMIUM: Package = Package {
    name: "chromium",
    programs: &["chromium"],
    files: &[],
    needed_for: "the tests of soundline serve in a browser",
    source: Source::System,
};

/// What drives it.
pub const CHROMIUM_DRIVER: Package = Package {
    name: "chromium-driver",
    programs: &["chromedriver"],
    files: &[],
    needed_for: "the tests of soundline serve in a browser",
    source: Source::System,
};

/// What records how a build compiles.
pub const BEAR: Package = Package {
    name: "bear",
    programs: &["bear"],
    files: &[],
    needed_for: "the tests of builds that Bear records",
    source: Source::System,
};

/// The validator of SARIF logs by those who made the format, with the official schema and GitHub's rules.
pub const SARIF_MULTITOOL: Package = Package {
    name: "@microsoft/sarif-multitool",
    programs: &["sarif-multitool"],
    files: &[],
    needed_for: "the tests that validate SARIF logs",
    source: Source::Npm,
};

/// LLVM 19, with headers, for its value domains.
pub const LLVM_19: Package =
    llvm("llvm-19-dev", &["/usr/lib/llvm-19/include/llvm/Support/KnownBits.h"]);

/// LLVM 14, likewise.
pub const LLVM_14: Package =
    llvm("llvm-14-dev", &["/usr/lib/llvm-14/include/llvm/Support/KnownBits.h"]);

/// LLVM 15, likewise.
pub const LLVM_15: Package =
    llvm("llvm-15-dev", &["/usr/lib/llvm-15/include/llvm/Support/KnownBits.h"]);

/// LLVM 16, likewise.
pub const LLVM_16: Package =
    llvm("llvm-16-dev", &["/usr/lib/llvm-16/include/llvm/Support/KnownBits.h"]);

/// The source of Linux, for its tristate numbers.
pub const LINUX_SOURCE: Package = Package {
    name: "linux-source-6.1",
    programs: &[],
    files: &["/usr/src/linux-source-6.1.tar.xz"],
    needed_for: "the tests of the adapter of Linux' tristate numbers",
    source: Source::System,
};

/// A package with the headers of a version of LLVM; its shared library comes with it.
const fn llvm(name: &'static str, files: &'static [&'static str]) -> Package {
    let needed_for = "the tests of the adapters of LLVM's value domains";
    Package { name, programs: &[], files, needed_for, source: Source::System }
}

/// A package whose Lua files the example `luatypes` reads.
const fn lua(name: &'static str, files: &'static [&'static str]) -> Package {
    let needed_for = "the tests of luatypes with published Lua";
    Package { name, programs: &[], files, needed_for, source: Source::System }
}

/// Slurm: the daemon of a cluster.
pub const SLURM: Package = Package {
    name: "slurmctld",
    programs: &["slurmctld"],
    files: &[],
    needed_for: "the campaign on a cluster",
    source: Source::System,
};

/// The daemon of a node.
pub const SLURM_NODES: Package = Package {
    name: "slurmd",
    programs: &["slurmd"],
    files: &[],
    needed_for: "the campaign on a cluster",
    source: Source::System,
};

/// What its users type.
pub const SLURM_COMMANDS: Package = Package {
    name: "slurm-client",
    programs: &["sbatch", "squeue", "sinfo", "scancel", "scontrol"],
    files: &[],
    needed_for: "the campaign on a cluster",
    source: Source::System,
};

/// By which its daemons know each other.
pub const MUNGE: Package = Package {
    name: "munge",
    programs: &["munged"],
    files: &[],
    needed_for: "the campaign on a cluster",
    source: Source::System,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_can_be_looked_for_and_is_there_once() {
        let all = || PACKAGES.iter().chain(MORE);
        for (index, package) in all().enumerate() {
            let probes = package.programs.len() + package.files.len();
            assert!(probes > 0, "nothing shows that {} is there", package.name);
            let same = all().filter(|other| other.name == package.name);
            assert_eq!(same.count(), 1, "{} at {index}", package.name);
        }
    }
}

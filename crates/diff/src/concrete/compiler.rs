//! The compilers that programs are run with.
//!
//! C leaves open in which order arguments and most operands are evaluated: gcc takes arguments from
//! the last to the first, clang from the first to the last. A check that fails in one order may hold in the other,
//! and an analyzer that calls it safe is not to be accused of anything. So what a run shows counts only
//! if both compilers show it, where both are installed.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::analyzer::in_search_path;

/// A compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compiler {
    /// GNU's.
    Gcc,
    /// LLVM's.
    Clang,
}

impl Compiler {
    /// All of them; the first that is there runs programs, the next repeats what it shows.
    pub const ALL: [Compiler; 2] = [Compiler::Gcc, Compiler::Clang];

    /// Where it is. `SOUNDLINE_GCC` and `SOUNDLINE_CLANG` name others than those in the search path; a name
    /// that is not found stands for none.
    pub fn program(self) -> Option<PathBuf> {
        let (variable, names): (&str, &[&str]) = match self {
            Compiler::Gcc => ("SOUNDLINE_GCC", &["gcc"]),
            Compiler::Clang => ("SOUNDLINE_CLANG", &["clang-19", "clang"]),
        };
        match std::env::var(variable) {
            Ok(named) if !named.is_empty() => in_search_path(&named),
            _ => names.iter().find_map(|name| in_search_path(name)),
        }
    }

    /// What it is told beside what both understand.
    pub(super) fn flags(self) -> &'static [&'static str] {
        match self {
            // Otherwise it takes `x + 1 > x` for true before the sanitizer sees it.
            Compiler::Gcc => &["-ftrapv"],
            // It refuses what gcc only warns of; and that functions are called by their own type is checked
            // by what gcc's library does not have.
            Compiler::Clang => &[
                "-Wno-error=implicit-function-declaration",
                "-Wno-error=implicit-int",
                "-Wno-error=int-conversion",
                "-Wno-error=incompatible-function-pointer-types",
                "-fno-sanitize=function",
            ],
        }
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        })
    }
}

/// Compilers in a sentence: `gcc and clang`.
pub fn listed(compilers: &[Compiler]) -> String {
    let names: Vec<String> = compilers.iter().map(Compiler::to_string).collect();
    names.join(" and ")
}

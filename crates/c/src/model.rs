//! The two data models of the programs that verifiers are tried on.

use std::str::FromStr;

/// How wide `long` and pointers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// Both have 32 bits.
    Ilp32,
    /// Both have 64 bits.
    #[default]
    Lp64,
}

impl DataModel {
    /// How many bits a pointer and a `long` have.
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// The compilers' option for it.
    pub fn flag(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        }
    }
}

/// Reads `ILP32`, `LP64` (as in SV-COMP task files), `32` and `64`.
impl FromStr for DataModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "ilp32" | "32" | "32bit" => Ok(DataModel::Ilp32),
            "lp64" | "64" | "64bit" => Ok(DataModel::Lp64),
            _ => Err(format!("`{text}` is not a data model: it is ILP32 or LP64")),
        }
    }
}

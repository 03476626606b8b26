//! How a project is compiled: which files, each in which folder and with which arguments.

mod database;
mod flags;
mod record;
mod words;

pub use database::Database;
pub use record::{compiler_was_asked_for, record};

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use soundline_c::DataModel;

/// How a file is compiled, as far as the analysis depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Compiled {
    /// The folder that the compiler runs in.
    pub folder: PathBuf,
    /// The name of the file there.
    pub spelled: PathBuf,
    /// For the preprocessor.
    pub arguments: Vec<String>,
    /// For libclang.
    pub dialect: Vec<String>,
    /// How wide pointers are, if the arguments say so.
    pub bits: Option<u32>,
}

impl Compiled {
    /// How wide `long` and pointers are; the usual where nothing is said.
    pub fn model(&self, usual: DataModel) -> DataModel {
        match self.bits {
            Some(32) => DataModel::Ilp32,
            Some(_) => DataModel::Lp64,
            None => usual,
        }
    }
}

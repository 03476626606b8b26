//! Random seeds by csmith, where it is installed.
//!
//! csmith's own runtime prints checksums and knows many platforms; a small header of ours takes its
//! place, so that what analyzers see is the program.

use super::{Seed, SeedError};
use soundline_c::{Clang, DataModel, Preprocess, Settings};
use std::{fs, io, process::Command};
use tempfile::TempDir;

const HEADER: &str = include_str!("csmith.h");

/// Why there is no random seed.
#[derive(Debug, thiserror::Error)]
pub enum CsmithError {
    /// It is not installed.
    #[error("csmith cannot be started ({0}): install it (Debian: `apt-get install csmith`)")]
    Missing(#[source] io::Error),
    /// It did not make a program.
    #[error("csmith failed for seed {seed}: {message}")]
    Failed {
        /// The seed.
        seed: u64,
        /// What it said.
        message: String,
    },
    /// What it made is no seed.
    #[error("csmith's program {seed}: {fault}")]
    NoSeed {
        /// The seed.
        seed: u64,
        /// Why.
        #[source]
        fault: Box<SeedError>,
    },
    /// No room for files.
    #[error("no temporary files: {0}")]
    Files(#[from] io::Error),
}

/// The program that csmith makes from a number: always the same, of some hundred lines.
pub fn generate(clang: &Clang, seed: u64, model: DataModel) -> Result<Seed, CsmithError> {
    let folder = TempDir::new()?;
    let program = folder.path().join("program.c");
    fs::write(folder.path().join("csmith.h"), HEADER)?;
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--concise", "--no-argc", "--no-checksum"])
        .args(["--no-volatiles", "--max-funcs", "4"])
        .args(["--max-block-depth", "3", "--max-expr-complexity", "6", "--no-packed-struct"])
        .arg("--output")
        .arg(&program)
        .current_dir(folder.path())
        .output()
        .map_err(CsmithError::Missing)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(CsmithError::Failed { seed, message });
    }
    // Without line markers: they would name a folder that is gone, another one each time.
    let arguments = vec!["-P".to_owned(), format!("-I{}", folder.path().display())];
    let settings = Settings { model, preprocess: Preprocess::Always, arguments };
    let no_seed = |fault: SeedError| CsmithError::NoSeed { seed, fault: Box::new(fault) };
    let read = clang.read(&program, &settings).map_err(|error| no_seed(error.into()))?;
    let text = read.source.bytes().to_vec();
    Seed::parse(clang, &format!("csmith-{seed}.c"), text, model).map_err(no_seed)
}

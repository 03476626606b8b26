//! Random seeds by csmith, where it is installed.
//!
//! csmith's own runtime prints checksums and knows many platforms; a small header of ours takes its
//! place, so that what analyzers see is the program.

use super::{Seed, SeedError};
use soundline_c::{Clang, DataModel, Preprocess, Settings};
use soundline_isolate::{Call, End, Limits, Scratch, Stop, Warden, printable};
use std::{ffi::OsString, fs, io};

use crate::Kinds;
use crate::analyzer::in_search_path;

const HEADER: &str = include_str!("csmith.h");

/// Why there is no random seed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CsmithError {
    /// It is not installed.
    #[error("csmith cannot be started ({0}): install it (Debian: `apt-get install csmith`)")]
    Missing(String),
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
pub fn generate(
    clang: &Clang,
    warden: &Warden,
    seed: u64,
    model: DataModel,
    kinds: &Kinds,
    stop: &Stop,
) -> Result<Seed, CsmithError> {
    let path = in_search_path("csmith");
    let path = path.ok_or_else(|| CsmithError::Missing("it is not in the search path".into()))?;
    let folder = Scratch::new()?;
    let program = folder.path().join("program.c");
    fs::write(folder.path().join("csmith.h"), HEADER)?;
    let number = seed.to_string();
    let arguments: [&[&str]; 4] = [
        &["--seed", &number, "--concise", "--no-argc", "--no-checksum"],
        &["--no-volatiles", "--max-funcs", "4"],
        &["--max-block-depth", "3", "--max-expr-complexity", "6", "--no-packed-struct"],
        &["--output", "program.c"],
    ];
    let call = Call {
        program: path,
        arguments: arguments.concat().into_iter().map(OsString::from).collect(),
        folder: folder.path().into(),
        owns_folder: true,
        ..Call::default()
    };
    let outcome = warden.run(&call, &Limits::default(), stop);
    match outcome.end {
        End::Exited(0) => {}
        End::NotStarted(reason) => return Err(CsmithError::Missing(reason)),
        end => {
            let message = format!("{end} {}", printable(&outcome.stderr).trim());
            return Err(CsmithError::Failed { seed, message });
        }
    }
    // Without line markers: they would name a folder that is gone, another one each time.
    let arguments = vec!["-P".to_owned(), format!("-I{}", folder.path().display())];
    let settings = Settings {
        model,
        preprocess: Preprocess::Always,
        arguments,
        stop: stop.clone(),
        ..Settings::default()
    };
    let no_seed = |fault: SeedError| CsmithError::NoSeed { seed, fault: Box::new(fault) };
    let read = clang.read(&program, &settings).map_err(|error| no_seed(error.into()))?;
    let text = read.source.bytes().to_vec();
    Seed::parse_for(clang, &format!("csmith-{seed}.c"), text, model, kinds).map_err(no_seed)
}

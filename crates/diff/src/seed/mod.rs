//! A seed: a program without assertions, from which variants are made.

mod collect;
pub mod csmith;
mod gather;
mod strip;
mod task;
mod yaml;

pub use collect::{CollectError, Seeds, Wanted, collect};
pub use gather::{Gathered, Skip, Source, gather};
pub use strip::{Removed, StripError, strip};
pub use task::{Task, TaskError};

use crate::{Candidates, ContentKey, Kinds};
use soundline_c::{Clang, DataModel, Error, Preprocess, Program, Settings};
use soundline_isolate::Stop;
use std::path::Path;

/// A program without assertions.
#[derive(Clone, Debug)]
pub struct Seed {
    /// What it is called: the file that it comes from, or how it was generated.
    pub name: String,
    /// The program as it is given to analyzers, apart from checks.
    pub program: Program,
    /// How wide `long` and pointers are.
    pub model: DataModel,
    /// Where checks may stand.
    pub candidates: Candidates,
    /// What was taken out.
    pub removed: Removed,
}

/// Why a program is no seed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeedError {
    /// It cannot be read.
    #[error(transparent)]
    Front(#[from] Error),
    /// Its assertions cannot be taken out.
    #[error(transparent)]
    Strip(#[from] StripError),
    /// There is nothing to run.
    #[error("it has no function `main`")]
    NoMain,
    /// There is nothing to check.
    #[error("it has no expression that can be checked")]
    NoCandidates,
}

impl Seed {
    /// Reads a seed from a file: preprocessed if needed, assertions and error calls taken out.
    pub fn read(clang: &Clang, source: &Source) -> Result<Seed, SeedError> {
        Seed::read_until(clang, source, &Kinds::default(), &Stop::default())
    }

    /// The same, until nobody wants it any more.
    pub(crate) fn read_until(
        clang: &Clang,
        source: &Source,
        kinds: &Kinds,
        stop: &Stop,
    ) -> Result<Seed, SeedError> {
        let settings = Settings {
            model: source.model,
            preprocess: Preprocess::IfNeeded,
            arguments: source.arguments.clone(),
            stop: stop.clone(),
            ..Settings::default()
        };
        let program = clang.read(&source.path, &settings)?;
        Seed::from_program(clang, &source.name, program, kinds)
    }

    /// A seed from a preprocessed text.
    pub fn parse(
        clang: &Clang,
        name: &str,
        text: impl Into<Vec<u8>>,
        model: DataModel,
    ) -> Result<Seed, SeedError> {
        Seed::parse_for(clang, name, text, model, &Kinds::default())
    }

    /// The same, for some kinds of checks.
    pub fn parse_for(
        clang: &Clang,
        name: &str,
        text: impl Into<Vec<u8>>,
        model: DataModel,
        kinds: &Kinds,
    ) -> Result<Seed, SeedError> {
        Seed::from_program(clang, name, clang.parse(name, text, model)?, kinds)
    }

    fn from_program(
        clang: &Clang,
        name: &str,
        program: Program,
        kinds: &Kinds,
    ) -> Result<Seed, SeedError> {
        let (program, removed) = strip(clang, program)?;
        let main = program.function_named("main").map(|main| program.function(main));
        if main.is_none_or(|main| main.body.is_none()) {
            return Err(SeedError::NoMain);
        }
        let candidates = Candidates::of_kinds(&program, kinds);
        if candidates.all.is_empty() {
            return Err(SeedError::NoCandidates);
        }
        let model = program.types.model();
        Ok(Seed { name: name.to_owned(), program, model, candidates, removed })
    }

    /// What it is called by its content.
    pub fn key(&self) -> ContentKey {
        ContentKey::of(self.model, self.program.source.bytes())
    }

    /// The last part of its name, without the ending.
    pub fn short_name(&self) -> &str {
        let path = Path::new(&self.name);
        path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(&self.name)
    }
}

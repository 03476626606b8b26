//! A named way to get a machine, and the registry of all of them.

use std::path::PathBuf;

use soundline_domains::expr::Space;

use crate::apron::Description;
use crate::machine::Machine;

/// Why a target cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// No target has this name.
    #[error("there is no target {name:?}; {advice}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What to do instead.
        advice: String,
    },
    /// The library is not on this machine.
    #[error("{name} is not installed: {advice}")]
    Missing {
        /// The target.
        name: String,
        /// How to get it.
        advice: String,
    },
    /// The library is there but cannot be loaded.
    #[error("cannot load {}: {reason}", path.display())]
    Unloadable {
        /// The library.
        path: PathBuf,
        /// What the loader said.
        reason: String,
    },
    /// The library lacks a function.
    #[error("{} has no function {symbol}; check --ctor and --prefix", path.display())]
    NoSymbol {
        /// The library.
        path: PathBuf,
        /// The function.
        symbol: String,
    },
    /// The target was described wrongly.
    #[error("{0}")]
    BadDescription(String),
}

/// Whether a target can be used here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is part of this program.
    BuiltIn,
    /// It was found.
    Found {
        /// The library or program.
        path: PathBuf,
    },
    /// It was not found.
    Missing {
        /// How to get it.
        advice: String,
    },
}

/// A named abstract domain that can be tested.
///
/// Making a target loads nothing; [`open`](Target::open) does, and belongs into a worker process when
/// the code behind it is foreign.
pub trait Target: Send + Sync {
    /// The name, such as `apron:oct:mpq`.
    fn name(&self) -> &str;

    /// What it is, in a few words.
    fn about(&self) -> &str;

    /// Whether it can be used here, found out without running any of its code.
    fn presence(&self) -> Presence;

    /// A machine over a space of variables.
    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError>;

    /// The library with APRON's interface that it is, if it is one.
    fn interface(&self) -> Option<&Description> {
        None
    }

    /// The version that the code behind it reports. This may load it.
    fn version(&self) -> Option<String> {
        None
    }

    /// Are its variables integers whatever the space says?
    fn integers_only(&self) -> bool {
        false
    }
}

/// All targets that are known to a program.
pub struct Registry {
    targets: Vec<Box<dyn Target>>,
    /// How many of them, the first ones, the program was made for.
    own: usize,
    /// Those with a planted bug, which nobody means who says all.
    seeded: Vec<Box<dyn Target>>,
}

impl Registry {
    /// The given targets.
    pub fn new(targets: Vec<Box<dyn Target>>) -> Registry {
        Registry { targets, own: 0, seeded: crate::seeded::targets() }
    }

    /// Everything that this crate knows of: the native domains, APRON, ELINA and PPL. Domains with a
    /// [planted bug](crate::seeded) have names, but are not listed among them.
    pub fn builtin() -> Registry {
        let all = [crate::builtin::natives(), crate::apron::targets(), crate::ppl::targets()];
        Registry::new(all.into_iter().flatten().collect())
    }

    /// These targets before all others, which stay unless they have the same name: what a program of
    /// one's own is made for. A run without names tests these alone.
    pub fn with_own(mut self, own: Vec<Box<dyn Target>>) -> Registry {
        let hidden = |other: &dyn Target| own.iter().any(|target| target.name() == other.name());
        let others: Vec<_> = self.targets.drain(..).filter(|other| !hidden(&**other)).collect();
        let count = own.len();
        Registry { own: count, targets: own.into_iter().chain(others).collect(), ..self }
    }

    /// One more target, which hides another one of its name.
    pub fn add(&mut self, target: Box<dyn Target>) {
        if let Some(hidden) = self.targets.iter().position(|other| other.name() == target.name()) {
            self.targets.remove(hidden);
            self.own -= usize::from(hidden < self.own);
        }
        self.targets.push(target);
    }

    /// All of them, in the order in which they are listed.
    pub fn all(&self) -> impl Iterator<Item = &dyn Target> {
        self.targets.iter().map(|target| &**target)
    }

    /// Those that are tested where no name is given: the program's [own](Registry::with_own), or if it
    /// has none all that are part of it.
    pub fn built_in(&self) -> impl Iterator<Item = &dyn Target> {
        let candidates = if self.own > 0 { self.own } else { self.targets.len() };
        self.all().take(candidates).filter(|target| target.presence() == Presence::BuiltIn)
    }

    /// Those with a planted bug.
    pub fn seeded(&self) -> impl Iterator<Item = &dyn Target> {
        self.seeded.iter().map(|target| &**target)
    }

    /// The target of a name.
    pub fn get(&self, name: &str) -> Result<&dyn Target, TargetError> {
        self.all().chain(self.seeded()).find(|target| target.name() == name).ok_or_else(|| {
            TargetError::Unknown {
                name: name.to_string(),
                advice: "`soundline targets` lists those that can be tested".to_string(),
            }
        })
    }
}

//! What must be known about a library with APRON's interface to test it.

use std::path::{Path, PathBuf};

use soundline_domains::capabilities::Kind;

use crate::profile::Numbers;
use crate::target::TargetError;

/// Where a library is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// This file.
    File(PathBuf),
    /// The file of one of these names that the loader would find.
    Installed(Vec<String>),
}

/// The function that makes a manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Its name.
    pub symbol: String,
    /// The argument of those that take one: may elements have strict inequalities?
    pub strict: Option<bool>,
}

/// A library with APRON's interface, and what it computes with.
///
/// ```
/// use soundline_domains::capabilities::Kind;
/// use soundline_targets::apron::{Adapter, Description};
/// use soundline_targets::Target;
///
/// let mut description =
///     Description::of_file("octagons of my own", "/opt/my/liboctMPQ.so", "oct_manager_alloc", Kind::Octagons);
/// description.prefixes = vec!["elina_".to_string()];
/// let target = Adapter::new(description);
/// assert_eq!(target.name(), "octagons of my own");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of the target.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// Where it is.
    pub location: Location,
    /// What makes a manager.
    pub constructor: Constructor,
    /// Which constraints its elements are made of.
    pub kind: Kind,
    /// The numbers that it computes with, where they are known without asking it.
    pub numbers: Option<Numbers>,
    /// How the names of the interface's functions may begin, in the order in which they are tried:
    /// `ap_` for APRON, `elina_` for ELINA's own interface.
    pub prefixes: Vec<String>,
    /// How to get it, for those who do not have it.
    pub advice: String,
}

impl Description {
    /// How the names of the interface's functions begin in a library that is there: one that is built
    /// for several interfaces names the one that it uses. Nothing is loaded.
    pub fn prefix_in(&self, library: &Path) -> Option<&str> {
        if let [only] = self.prefixes.as_slice() {
            return Some(only);
        }
        let bytes = std::fs::read(library).ok()?;
        let names = |prefix: &&String| {
            let name = format!("\0{prefix}manager_alloc\0").into_bytes();
            bytes.windows(name.len()).any(|window| window == name)
        };
        self.prefixes.iter().find(names).map(String::as_str)
    }

    /// A library of APRON's interface in a file. Its numbers are found out when it is opened.
    pub fn of_file(
        name: impl Into<String>,
        path: impl Into<PathBuf>,
        constructor: impl Into<String>,
        kind: Kind,
    ) -> Description {
        let path = path.into();
        Description {
            name: name.into(),
            about: format!("{} of {}", kind_word(kind), path.display()),
            numbers: None,
            advice: format!("there is no file {}", path.display()),
            location: Location::File(path),
            constructor: Constructor { symbol: constructor.into(), strict: None },
            kind,
            prefixes: vec!["ap_".to_string()],
        }
    }
}

const KINDS: [(&str, Kind); 6] = [
    ("intervals", Kind::Intervals),
    ("zones", Kind::Zones),
    ("octagons", Kind::Octagons),
    ("equalities", Kind::Equalities),
    ("polyhedra", Kind::Polyhedra),
    ("zonotopes", Kind::Zonotopes),
];

/// The kind of domain that a word on the command line means.
pub fn kind_of(word: &str) -> Result<Kind, TargetError> {
    KINDS.iter().find(|(own, _)| *own == word).map(|(_, kind)| *kind).ok_or_else(|| {
        let words = KINDS.map(|(word, _)| word).join(", ");
        TargetError::BadDescription(format!("there is no kind {word:?}; it is one of {words}"))
    })
}

fn kind_word(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, own)| *own == kind).map_or("elements", |(word, _)| word)
}

/// The numbers that a word on the command line means.
pub fn numbers_of(word: &str) -> Result<Numbers, TargetError> {
    Numbers::WORDS.iter().find(|(own, _)| *own == word).map(|(_, numbers)| *numbers).ok_or_else(
        || {
            let words = Numbers::WORDS.map(|(word, _)| word).join(", ");
            TargetError::BadDescription(format!(
                "there are no numbers {word:?}; it is one of {words}"
            ))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_words() {
        assert_eq!(numbers_of("rational"), Ok(Numbers::Rational));
        let fault = numbers_of("mpq").expect_err("the word is wrong").to_string();
        assert!(fault.contains("one of rational, integer, double"), "{fault}");
    }

    #[test]
    fn kinds_have_words() {
        assert_eq!(kind_of("octagons"), Ok(Kind::Octagons));
        let fault = kind_of("octagon").expect_err("the word is wrong").to_string();
        assert!(fault.contains("one of intervals, zones, octagons"), "{fault}");
    }
}

//! How the next test is found.

use std::fmt;
use std::str::FromStr;

/// How the next test is found: what `--engine` chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// A pool of elements and operations on it, drawn anew for every test.
    #[default]
    Random,
    /// The same, and changes of traces that showed something new.
    Guided,
    /// The baseline of Sect. 5.5 of the ASE'18 paper: no pool and no operations, every element is
    /// made at once from up to 50 constraints.
    Direct,
    /// The same, and changes of the constraints of tests that showed something new.
    DirectGuided,
}

impl Search {
    /// All of them.
    pub const ALL: [Search; 4] =
        [Search::Random, Search::Guided, Search::Direct, Search::DirectGuided];

    /// Does it learn from its tests?
    pub fn is_guided(self) -> bool {
        matches!(self, Search::Guided | Search::DirectGuided)
    }

    /// Does it make every element at once, without a pool?
    pub fn is_direct(self) -> bool {
        matches!(self, Search::Direct | Search::DirectGuided)
    }

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Search::Random => "random",
            Search::Guided => "guided",
            Search::Direct => "direct",
            Search::DirectGuided => "direct-guided",
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Search, String> {
        let found = Search::ALL.into_iter().find(|search| search.name() == text);
        found.ok_or_else(|| {
            format!("engines are random, guided, direct and direct-guided, not {text:?}")
        })
    }
}

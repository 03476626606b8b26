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
}

impl Search {
    /// All of them.
    pub const ALL: [Search; 3] = [Search::Random, Search::Guided, Search::Direct];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Search::Random => "random",
            Search::Guided => "guided",
            Search::Direct => "direct",
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
        found.ok_or_else(|| format!("engines are random, guided and direct, not {text:?}"))
    }
}

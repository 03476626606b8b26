//! Absence: is an entry of a table certainly there?

use soundline_lattice::Choices;
use soundline_lattice::adapt::Element;

/// Two points: present ⊑ maybe absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// The entry is there.
    Present,
    /// It may be missing.
    Maybe,
}

use Absence::{Maybe, Present};

impl Element for Absence {
    fn bottom() -> Absence {
        Present
    }

    fn top() -> Option<Absence> {
        Some(Maybe)
    }

    fn leq(&self, other: &Absence) -> bool {
        self <= other
    }

    fn join(&self, other: &Absence) -> Absence {
        *self.max(other)
    }

    fn meet(&self, other: &Absence) -> Absence {
        *self.min(other)
    }

    fn show(&self) -> String {
        if *self == Present { "present" } else { "maybe absent" }.into()
    }

    fn arbitrary(choices: &mut Choices) -> Absence {
        choices.pick(&[Present, Maybe])
    }

    fn elements() -> Option<Vec<Absence>> {
        Some(vec![Present, Maybe])
    }
}

impl Absence {
    /// A mark after the name of an entry.
    pub fn mark(self) -> &'static str {
        if self == Present { "" } else { "?" }
    }
}

//! A planted bug: a row of the table.

use std::fmt;

use soundline_domains::capabilities::Kind;

use super::machine::Fault;
use crate::apron::planted::Change;

/// What a bug does to those who use the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// An analysis may miss behaviours.
    Soundness,
    /// An analysis knows less than it could.
    Precision,
    /// An analysis may not end.
    Convergence,
    /// The process dies or hangs.
    Robustness,
}

impl fmt::Display for Harm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Harm::Soundness => "soundness",
            Harm::Precision => "precision",
            Harm::Convergence => "convergence",
            Harm::Robustness => "robustness",
        })
    }
}

/// A planted bug.
pub struct Bug {
    /// Its name, which begins with the kind of domain.
    pub name: &'static str,
    /// The kind of domain that it is planted in.
    pub kind: Kind,
    /// What it does to those who use the domain.
    pub harm: Harm,
    /// What is wrong, in a sentence.
    pub what: &'static str,
    /// Is it one of the 17 in the spirit of Sect. 5.2 of the ASE'18 paper?
    pub paper: bool,
    /// Is it kept for measurements, so that no search is tuned on it?
    pub held_out: bool,
    /// How it is planted.
    pub(super) plant: Plant,
}

/// How a bug is planted.
#[derive(Clone, Copy)]
pub(super) enum Plant {
    /// By a machine around a healthy one, which does something else.
    Machine(Fault),
    /// In the table of a manager of APRON's interface.
    Table(Change),
}

impl Bug {
    /// The first word of its name.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            Kind::Intervals => "interval",
            Kind::Octagons => "octagon",
            _ => "polyhedra",
        }
    }

    /// Is it planted in the table of a manager of APRON's interface?
    pub fn is_of_table(&self) -> bool {
        matches!(self.plant, Plant::Table(_))
    }

    /// The targets that it can be planted in; the first one is a domain of this workspace, unless it
    /// is planted in a table.
    pub fn bases(&self) -> &'static [&'static str] {
        match self.kind {
            _ if self.is_of_table() => {
                &["apron:oct:mpq", "apron:pk:mpq", "apron:box:mpq", "elina:oct", "elina:poly"]
            }
            Kind::Intervals => &["boxes:exact", "apron:box:mpq"],
            Kind::Octagons => {
                &["octagons:exact", "octagons:blocks", "apron:oct:mpq", "ppl:octagon:mpq"]
            }
            _ => &["polyhedra", "polyhedra:blocks", "apron:pk:mpq", "ppl:poly"],
        }
    }

    pub(super) const fn of(
        kind: Kind,
        name: &'static str,
        harm: Harm,
        what: &'static str,
        fault: Fault,
    ) -> Bug {
        Bug { name, kind, harm, what, paper: false, held_out: false, plant: Plant::Machine(fault) }
    }

    pub(super) const fn of_table(
        kind: Kind,
        name: &'static str,
        harm: Harm,
        what: &'static str,
        change: Change,
    ) -> Bug {
        Bug { name, kind, harm, what, paper: false, held_out: false, plant: Plant::Table(change) }
    }

    /// No search is tuned on it.
    pub(super) const fn held_out(self) -> Bug {
        Bug { held_out: true, ..self }
    }

    /// It is one of the paper's 17.
    pub(super) const fn in_the_paper(self) -> Bug {
        Bug { paper: true, ..self }
    }
}

//! The properties: what must hold of every abstract domain, one row each, all in one table.

/// A row of the table: number, class, name, statement, inputs, operations that it needs, when it
/// applies (everywhere if that is left out) and the check.
macro_rules! property {
    ($number:literal, $class:ident, $name:literal, $statement:expr, $inputs:expr,
     $needs:expr, $check:expr) => {
        property!(
            $number,
            $class,
            $name,
            $statement,
            $inputs,
            $needs,
            $crate::property::always,
            $check
        )
    };
    ($number:literal, $class:ident, $name:literal, $statement:expr, $inputs:expr,
     $needs:expr, $applies:expr, $check:expr) => {
        Property {
            number: $number,
            class: $class,
            name: $name,
            statement: $statement,
            inputs: $inputs,
            needs: &$needs,
            applies: $applies,
            check: $check,
        }
    };
}

mod against;
mod alike;
mod best;
mod chains;
mod claims;
mod drawn;
mod honest;
mod identity;
mod inputs;
mod judge;
mod loops;
mod paper;
mod pure;
mod scope;
mod sound;
mod textbook;
mod travel;

pub use against::AGREES;
pub use inputs::{ConstraintShape, ExprShape, Inputs, Role};

use std::fmt;

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Space, VarKind};
use soundline_targets::{OperationKind, Profile};

use crate::bench::{Bench, Checked};

/// What a violation of a property means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// An analysis may miss behaviours.
    Soundness,
    /// An analysis knows less than it could.
    Precision,
    /// An analysis may not end.
    Convergence,
}

impl Class {
    /// The letter that the paper uses.
    pub fn letter(self) -> char {
        match self {
            Class::Soundness => 'S',
            Class::Precision => 'P',
            Class::Convergence => 'C',
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Soundness => "soundness",
            Class::Precision => "precision",
            Class::Convergence => "convergence",
        })
    }
}

/// A row of the table.
pub struct Property {
    /// Its number: 1 to 46 are those of Fig. 3 of the ASE'18 paper.
    pub number: u16,
    /// What a violation means.
    pub class: Class,
    /// Its name; the law of crate `lattice` that says the same has the same name.
    pub name: &'static str,
    /// What must hold.
    pub statement: &'static str,
    /// What it is checked for.
    pub inputs: Inputs,
    /// Operations without which it says nothing.
    pub needs: &'static [OperationKind],
    /// When it applies, beyond that.
    pub applies: fn(&Setting) -> Applies,
    /// The check.
    pub check: fn(&mut Bench) -> Checked,
}

/// A domain and a space.
pub struct Setting<'a> {
    /// What the domain can do.
    pub profile: &'a Profile,
    /// The variables.
    pub space: &'a Space,
}

impl Setting<'_> {
    /// Are all variables real?
    pub fn real(&self) -> bool {
        self.space.kinds().iter().all(|kind| *kind == VarKind::Real) && !self.profile.integers_only
    }

    /// Is it of this kind?
    pub fn is(&self, kind: Kind) -> bool {
        self.profile.kind == kind
    }
}

/// Whether a property is checked, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applies {
    /// It is checked.
    Yes,
    /// It is not.
    No(String),
}

impl Applies {
    /// Yes if so, otherwise no for this reason.
    pub fn if_so(condition: bool, reason: &str) -> Applies {
        if condition { Applies::Yes } else { Applies::No(reason.to_string()) }
    }
}

impl Property {
    /// The number with its letter, such as `P17`.
    pub fn id(&self) -> String {
        format!("P{}", self.number)
    }

    /// Is it one of the paper's?
    pub fn is_from_the_paper(&self) -> bool {
        self.number <= 46
    }

    /// Is it checked for this domain and space?
    pub fn applies_to(&self, setting: &Setting) -> Applies {
        let id = self.id();
        let names = |exempt: &str| exempt == id || exempt == self.name;
        if let Some(exempt) = setting.profile.exempt.iter().find(|e| names(&e.property)) {
            return Applies::No(exempt.reason.clone());
        }
        if let Some(kind) = self.needs.iter().find(|kind| !setting.profile.supports(**kind)) {
            return Applies::No(format!("the domain has no {}", kind.name()));
        }
        if self.inputs.needs_variables() && setting.space.dimensions() == 0 {
            return Applies::No("there is no variable".to_string());
        }
        (self.applies)(setting)
    }
}

/// All properties, in the order of their numbers.
pub fn all() -> &'static [Property] {
    static ALL: std::sync::LazyLock<Vec<Property>> = std::sync::LazyLock::new(|| {
        let tables = [
            paper::properties(),
            sound::properties(),
            best::properties(),
            textbook::properties(),
            honest::properties(),
            pure::properties(),
            alike::properties(),
            identity::properties(),
            loops::properties(),
            chains::properties(),
            claims::properties(),
            against::properties(),
            travel::properties(),
        ];
        let mut all: Vec<Property> = tables.into_iter().flatten().collect();
        all.sort_by_key(|property| property.number);
        all
    });
    &ALL
}

/// The property of a number.
pub fn get(number: u16) -> Option<&'static Property> {
    all().iter().find(|property| property.number == number)
}

/// It applies wherever its operations exist.
pub(crate) fn always(_: &Setting) -> Applies {
    Applies::Yes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unique_and_the_paper_is_complete() {
        let numbers: Vec<u16> = all().iter().map(|property| property.number).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(numbers[..46], (1..=46).collect::<Vec<u16>>());
    }

    /// The counts of Fig. 3: which letter stands behind each number.
    #[test]
    fn the_classes_are_those_of_the_paper() {
        let of = |class| {
            let numbers = all().iter().filter(|p| p.is_from_the_paper() && p.class == class);
            numbers.map(|p| p.number).collect::<Vec<_>>()
        };
        assert_eq!(of(Class::Soundness), [7, 8, 9, 29, 30, 35]);
        assert_eq!(of(Class::Convergence), [33, 46]);
    }
}

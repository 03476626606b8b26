//! What a domain can do and what it does not claim, as data.

use soundline_lattice::LawId;

/// The family of a domain: which constraints its elements are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An abstract value for each variable.
    Values,
    /// Bounds of each variable.
    Intervals,
    /// Bounds of variables and of differences.
    Zones,
    /// Bounds of variables, sums and differences.
    Octagons,
    /// Linear equalities.
    Equalities,
    /// Linear inequalities.
    Polyhedra,
    /// Affine forms over shared noise symbols.
    Zonotopes,
    /// Finite disjunctions.
    Disjunctions,
}

impl Kind {
    /// Do elements of the family relate variables with each other?
    pub fn is_relational(self) -> bool {
        match self {
            Kind::Values | Kind::Intervals | Kind::Disjunctions => false,
            Kind::Zones | Kind::Octagons | Kind::Equalities | Kind::Polyhedra | Kind::Zonotopes => {
                true
            }
        }
    }
}

/// Which operations give the best result that the domain can express, for operands over real
/// variables and exact numbers. Tests hold the domain to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Least upper bounds.
    pub join: bool,
    /// Greatest lower bounds.
    pub meet: bool,
    /// Guards by constraints that the domain represents.
    pub represented_guard: bool,
    /// Guards by any constraint.
    pub any_guard: bool,
    /// Assignments of any linear expression.
    pub assign: bool,
    /// Forgetting variables.
    pub forget: bool,
    /// Bounds of any linear expression.
    pub bounds: bool,
}

impl Best {
    /// Everything is best.
    pub const ALL: Best = Best {
        join: true,
        meet: true,
        represented_guard: true,
        any_guard: true,
        assign: true,
        forget: true,
        bounds: true,
    };

    /// Nothing is promised to be best.
    pub const NONE: Best = Best {
        join: false,
        meet: false,
        represented_guard: false,
        any_guard: false,
        assign: false,
        forget: false,
        bounds: false,
    };
}

/// A law of analyzers' tests beyond those of lattices: a larger element is assigned to a larger one.
pub const ASSIGN_MONOTONE: LawId = LawId::new("assign monotone");
/// The same for guards.
pub const GUARD_MONOTONE: LawId = LawId::new("guard monotone");
/// A meet is below its first operand.
pub const MEET_BELOW_LEFT: LawId = LawId::new("meet below left");
/// A meet is below its second operand.
pub const MEET_BELOW_RIGHT: LawId = LawId::new("meet below right");

/// A law that is not checked, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// The law, one of those in [`soundline_lattice::laws::ids`] or in module `trial` (feature `testing`).
    pub law: LawId,
    /// Why it does not hold by design.
    pub reason: &'static str,
}

/// What a domain can do and what it does not claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The family.
    pub kind: Kind,
    /// Are its numbers exact, rather than rounded soundly?
    pub exact: bool,
    /// Can its elements express strict inequalities?
    pub strict: bool,
    /// Do the constraints of an element describe exactly its points?
    pub constraints_exact: bool,
    /// Does it implement [`Narrowing`](soundline_lattice::Narrowing)?
    pub narrowing: bool,
    /// What is best.
    pub best: Best,
    /// What is exempt.
    pub exemptions: Vec<Exemption>,
}

impl Capabilities {
    /// Exact numbers, constraints that say all, and no further claim: to be changed where that is
    /// wrong or too modest.
    ///
    /// ```
    /// use soundline_domains::capabilities::{Best, Capabilities, Kind};
    /// let rounded = Capabilities { exact: false, ..Capabilities::of(Kind::Octagons) };
    /// assert_eq!(rounded.best, Best::NONE);
    /// ```
    pub fn of(kind: Kind) -> Capabilities {
        Capabilities {
            kind,
            exact: true,
            strict: false,
            constraints_exact: true,
            narrowing: false,
            best: Best::NONE,
            exemptions: vec![],
        }
    }
}

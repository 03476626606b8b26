//! Where an oracle may accuse: which domains and spaces make its verdict certain.

use soundline_domains::capabilities::{Best, Kind};
use soundline_targets::Numbers;

use super::{Applies, Setting};

/// Points of operands can be drawn: their constraints describe exactly their points.
pub(super) fn points(setting: &Setting) -> Applies {
    let kind = setting.profile.kind;
    let described =
        setting.profile.constraints_exact && !matches!(kind, Kind::Zonotopes | Kind::Disjunctions);
    Applies::if_so(described, "the constraints of an element do not describe its points")
}

/// Equal operands give equal results: nothing is rounded, and elements that stand for the same
/// points are equal in every way that matters. Intervals have one form for each set of points.
pub(super) fn repeats(setting: &Setting) -> Applies {
    let canonical = setting.is(Kind::Intervals) || exact_reals(setting);
    Applies::if_so(
        canonical && !setting.is(Kind::Zonotopes),
        "results may depend on rounding or on how an element is represented",
    )
}

/// What operations do with sets of points is known exactly, and so what they should come to.
pub(super) fn sets(setting: &Setting) -> Applies {
    if !exact_reals(setting) {
        return Applies::No("numbers are rounded, or variables are integers".to_string());
    }
    match points(setting) {
        // A domain without a greatest lower bound compares more than sets of points.
        Applies::Yes => Applies::if_so(setting.profile.best.meet, "elements are more than sets"),
        no => no,
    }
}

/// The library says of its results whether they are exact or the best.
pub(super) fn flagged(setting: &Setting) -> Applies {
    Applies::if_so(setting.profile.flags, "the library does not flag its results")
}

/// There are operations that overwrite their first operand.
pub(super) fn in_place(setting: &Setting) -> Applies {
    Applies::if_so(setting.profile.in_place, "the library has no operations in place")
}

/// Both conditions hold.
pub(super) fn both(one: Applies, other: Applies) -> Applies {
    if one == Applies::Yes { other } else { one }
}

/// Sets of points whose best approximation is known by its bounds in some directions.
pub(super) fn bounded(setting: &Setting) -> Applies {
    use Kind::{Intervals, Octagons, Polyhedra, Zones};
    let known = matches!(setting.profile.kind, Intervals | Zones | Octagons | Polyhedra);
    match sets(setting) {
        Applies::Yes => Applies::if_so(known, "no exact reference for this kind of domain"),
        no => no,
    }
}

/// The same where the domain claims a result to be the best.
pub(super) fn claimed(setting: &Setting, claim: impl Fn(&Best) -> bool) -> Applies {
    match bounded(setting) {
        Applies::Yes => {
            Applies::if_so(claim(&setting.profile.best), "the result is not claimed to be the best")
        }
        no => no,
    }
}

/// Real variables, and every number that may come up is represented exactly.
fn exact_reals(setting: &Setting) -> bool {
    // Integers of any size are the coefficients of any polyhedron, but not the bounds of any box.
    let exact = match setting.profile.numbers {
        Numbers::Rational => true,
        Numbers::Integer => setting.is(Kind::Polyhedra) || setting.is(Kind::Equalities),
        Numbers::Double | Numbers::BigFloat | Numbers::Machine => false,
    };
    exact && setting.real()
}

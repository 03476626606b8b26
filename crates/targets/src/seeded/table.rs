//! Bugs of libraries with APRON's interface, planted in the table of the manager.

use soundline_domains::capabilities::Kind;

use super::bug::{Bug, Harm};
use crate::apron::planted::{self, Change};

/// The bugs. They are the same for every kind of domain; octagons are where they are planted first.
pub(super) const BUGS: &[Bug] = &[
    of(
        "table-join-is-first",
        Harm::Soundness,
        "join gives its first operand",
        planted::JOIN_IS_FIRST,
    ),
    of(
        "table-meet-is-first",
        Harm::Precision,
        "meet gives its first operand",
        planted::MEET_IS_FIRST,
    ),
    of(
        "table-widening-is-join",
        Harm::Convergence,
        "widening is the join",
        planted::WIDENING_IS_JOIN,
    ),
    of(
        "table-widening-is-second",
        Harm::Soundness,
        "widening gives its second operand",
        planted::WIDENING_IS_SECOND,
    ),
    of(
        "table-leq-swapped",
        Harm::Soundness,
        "the order takes its operands the wrong way round",
        planted::LEQ_SWAPPED,
    ),
    of(
        "table-equal-if-leq",
        Harm::Soundness,
        "equality checks one inclusion of the two",
        planted::EQUAL_IF_LEQ,
    ),
    of(
        "table-never-bottom",
        Harm::Precision,
        "no element is recognised as bottom",
        planted::NEVER_BOTTOM,
    ),
    of("table-forget-nothing", Harm::Soundness, "forgetting does nothing", planted::FORGET_NOTHING),
    of(
        "table-assign-forgets",
        Harm::Precision,
        "assigning a variable only forgets it",
        planted::ASSIGN_FORGETS,
    ),
    of(
        "table-meet-aborts",
        Harm::Robustness,
        "meet of an element with itself aborts",
        planted::MEET_ABORTS,
    ),
    of(
        "table-join-boasts",
        Harm::Precision,
        "join claims to be exact, whatever it gives",
        planted::JOIN_BOASTS,
    ),
];

const fn of(name: &'static str, harm: Harm, what: &'static str, change: Change) -> Bug {
    Bug::of_table(Kind::Octagons, name, harm, what, change)
}

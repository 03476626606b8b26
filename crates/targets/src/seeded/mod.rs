//! Planted bugs: healthy domains with one fault each, to measure what a tester finds.
//!
//! A [`Bug`] is a row of a table: what is wrong, in which kind of domain, and what that means. A
//! [`Seeded`] machine wraps any other machine of that kind and does one thing wrongly, through the
//! operations of the wrapped machine and exact constraints, so that the same bug can be planted in a
//! domain of this workspace and in a foreign library. Bugs of libraries with APRON's interface can also
//! be planted in the [table](table_bugs) of their manager, where all callers meet them. A target is named `seeded:BUG` over the exact
//! domain of its kind and `seeded:BUG@TARGET` over another one; none of them is built in.
//!
//! ```
//! use soundline_domains::expr::Space;
//! use soundline_lattice::Answer;
//! use soundline_targets::{Operation, Question, Registry};
//!
//! let registry = Registry::builtin();
//! let mut machine = registry.get("seeded:interval-leq-upper-only")?.open(&Space::reals(1))?;
//! let positive = Operation::Constraints(vec!["x0 >= 1".parse()?]);
//! let (top, positive) = (machine.apply(&Operation::Top)?, machine.apply(&positive)?);
//! assert_eq!(machine.ask(Question::Leq(top, positive))?, Answer::Yes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bug;
mod edit;
mod held_out;
mod intervals;
mod machine;
mod matrix;
mod octagons;
mod octagons_beyond;
mod polyhedra;
mod polyhedra_beyond;
mod ranges;
mod table;
mod target;
mod weak_closure;

pub use bug::{Bug, Harm};
pub use machine::Seeded;
pub use target::{PREFIX, targets};

/// All bugs, by the kind of their domain: first those in the spirit of the ASE'18 paper.
pub fn bugs() -> impl Iterator<Item = &'static Bug> {
    let tables = [
        intervals::BUGS,
        octagons::BUGS,
        octagons_beyond::BUGS,
        polyhedra::BUGS,
        polyhedra_beyond::BUGS,
    ];
    tables.into_iter().flatten()
}

/// Bugs on which no search is tuned: see docs/seeded-bugs.md.
pub fn held_out() -> impl Iterator<Item = &'static Bug> {
    held_out::BUGS.iter()
}

/// Bugs of libraries with APRON's interface, planted in the tables of their managers.
pub fn table_bugs() -> impl Iterator<Item = &'static Bug> {
    table::BUGS.iter()
}

/// The bug of a name.
pub fn get(name: &str) -> Option<&'static Bug> {
    bugs().chain(held_out()).chain(table_bugs()).find(|bug| bug.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::capabilities::Kind;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_say_the_kind() {
        let all = || bugs().chain(held_out());
        let names: BTreeSet<&str> = all().map(|bug| bug.name).collect();
        assert_eq!(names.len(), all().count());
        assert_eq!(held_out().count(), 20);
        for bug in all() {
            assert!(bug.name.starts_with(bug.kind_word()), "{}", bug.name);
        }
    }

    /// Section 5.2 of the paper: 5 bugs in intervals, 6 in octagons, 6 in polyhedra.
    #[test]
    fn the_paper_has_its_seventeen() {
        let of = |kind| bugs().filter(|bug| bug.paper && bug.kind == kind).count();
        assert_eq!([Kind::Intervals, Kind::Octagons, Kind::Polyhedra].map(of), [5, 6, 6]);
        assert!(bugs().count() >= 30);
    }
}

//! What is claimed for a library with APRON's interface: only what holds by its design.

use soundline_domains::capabilities::{Best, Kind};
use soundline_lattice::laws::ids;

use super::context::Context;
use super::description::Description;
use super::layout::entry;
use crate::operation::OperationKind;
use crate::profile::{Exempt, NarrowingContract, Numbers, Overflow, Profile, WideningContract};

/// What each operation needs in the library's table.
const NEEDS: [(OperationKind, &[usize]); 11] = [
    (OperationKind::Top, &[entry::TOP]),
    (OperationKind::Bottom, &[entry::BOTTOM]),
    (OperationKind::Constraints, &[entry::TOP, entry::MEET_CONSTRAINTS]),
    (OperationKind::Join, &[entry::JOIN]),
    (OperationKind::Meet, &[entry::MEET]),
    (OperationKind::Widen, &[entry::WIDENING]),
    (OperationKind::Assign, &[entry::ASSIGN]),
    (OperationKind::ParallelAssign, &[entry::ASSIGN]),
    (OperationKind::Forget, &[entry::FORGET]),
    (OperationKind::Guard, &[entry::MEET_CONSTRAINTS]),
    (
        OperationKind::Embed,
        &[entry::REMOVE_DIMENSIONS, entry::PERMUTE_DIMENSIONS, entry::ADD_DIMENSIONS],
    ),
];

/// The profile of a library that was opened.
pub(super) fn profile(description: &Description, numbers: Numbers, context: &Context) -> Profile {
    Profile {
        kind: description.kind,
        numbers,
        strict: description.constructor.strict == Some(true),
        integers_only: false,
        constraints_exact: constraints_exact(description),
        flags: true,
        in_place: true,
        // A promise asked of all callers of the interface, whatever library is behind it. APRON's manual
        // (apron.texi), "Widening of abstract values of level 0": "a1 is supposed to be included in a2".
        widening: WideningContract::Increasing,
        // Octagons alone have one. Their manual (oct_doc.html), "Widenings and Narrowing", says what it
        // refines and asks for nothing.
        narrowing: NarrowingContract::Any,
        overflow: overflow(description, numbers),
        // APRON's manual (box.texi), "Use of Box", on the variant with doubles: "currently the soundness
        // is not ensured for all operations". It says nothing of MPFR's floats. The manual of the
        // octagons promises the contrary: "rounding is always performed towards +oo, which ensures
        // soundness".
        rounds_unsoundly: is_made_by(description, "box_manager_alloc")
            && numbers == Numbers::Double,
        best: best(description, numbers),
        missing: missing(context),
        exempt: exempt(description.kind),
    }
}

/// What the manuals of APRON's own libraries warn of. Nothing that comes with ELINA speaks of overflows,
/// and of other libraries nothing is known.
fn overflow(description: &Description, numbers: Numbers) -> Overflow {
    if numbers != Numbers::Machine {
        return Overflow::PROMISED;
    }
    let made_by = |symbols: &[&str]| symbols.iter().any(|symbol| is_made_by(description, symbol));
    if made_by(&["pk_manager_alloc", "pkeq_manager_alloc"]) {
        // newpolka.texi, "Use of NewPolka": "Overflows are not detected but usually result in infinite
        // looping".
        Overflow { endless: true, wrong: true }
    } else if made_by(&["oct_manager_alloc", "box_manager_alloc"]) {
        // oct_doc.html, "Underlying Numeric Set": "subject to overflows, which may result in unsound
        // results". box.texi, "Use of Box": "may cause overflows. These are currently not detected".
        Overflow { endless: false, wrong: true }
    } else {
        Overflow::PROMISED
    }
}

fn is_made_by(description: &Description, symbol: &str) -> bool {
    description.constructor.symbol == symbol
}

fn missing(context: &Context) -> Vec<OperationKind> {
    let lacks = |needs: &[usize]| needs.iter().any(|entry| !context.has(*entry));
    let table = NEEDS.iter().filter(|(_, needs)| lacks(needs)).map(|(kind, _)| *kind);
    table.chain(context.narrowing.is_none().then_some(OperationKind::Narrow)).collect()
}

/// Zonotopes relate variables in ways that no linear constraint says, and grids have congruences.
fn constraints_exact(description: &Description) -> bool {
    description.kind != Kind::Zonotopes && !is_grid(description)
}

fn is_grid(description: &Description) -> bool {
    description.constructor.symbol.contains("grid")
}

/// What is best over reals. Rounded numbers promise nothing but the joins and meets of intervals,
/// whose bounds are those of the operands.
fn best(description: &Description, numbers: Numbers) -> Best {
    match (description.kind, numbers) {
        // A strict guard that leaves no point is taken for one that is not strict.
        (Kind::Intervals, Numbers::Rational) => Best { any_guard: false, ..Best::ALL },
        (Kind::Intervals, _) => Best { join: true, meet: true, ..Best::NONE },
        (_, numbers) if !numbers.exact() => Best::NONE,
        (Kind::Zones | Kind::Octagons, _) => {
            Best { any_guard: false, assign: false, bounds: false, ..Best::ALL }
        }
        (Kind::Polyhedra, _) => Best::ALL,
        // Joins are affine hulls, which are not least among convex sets.
        (Kind::Equalities, _) if !is_grid(description) => {
            Best { join: false, any_guard: false, ..Best::ALL }
        }
        _ => Best::NONE,
    }
}

fn exempt(kind: Kind) -> Vec<Exempt> {
    let rows: &[(&str, &str)] = match kind {
        Kind::Zones | Kind::Octagons => &[(
            ids::WIDENING_INVARIANT.name(),
            "the left operand is not closed, so that the result depends on how it is written",
        )],
        Kind::Zonotopes => &[
            (ids::JOIN_IS_LEAST.name(), "zonotopes have upper bounds, but in general no least one"),
            (
                ids::JOIN_COMMUTATIVE.name(),
                "a join makes new noise symbols that depend on its operands",
            ),
            (
                ids::JOIN_ASSOCIATIVE.name(),
                "which relations a join keeps depends on what it sees first",
            ),
            (
                ids::JOIN_INVARIANT.name(),
                "joins compare forms, and equal points may have other forms",
            ),
            (ids::WIDENING_INVARIANT.name(), "widenings compare forms, like joins"),
        ],
        _ => &[],
    };
    let exempt = |&(property, reason): &(&str, &str)| Exempt {
        property: property.to_string(),
        reason: reason.to_string(),
    };
    rows.iter().map(exempt).collect()
}

#[cfg(test)]
mod tests {
    use super::super::known;
    use super::*;

    fn known(name: &str) -> Description {
        known::descriptions().find(|known| known.name == name).expect("it is known")
    }

    #[test]
    fn only_manuals_that_warn_of_overflows_excuse_them() {
        let of = |name: &str| overflow(&known(name), Numbers::Machine);
        assert_eq!(of("apron:pk:rll"), Overflow { endless: true, wrong: true });
        assert_eq!(of("apron:pkeq:rll"), Overflow { endless: true, wrong: true });
        // A build of APRON's octagons with machine integers, by `--lib`.
        assert_eq!(of("apron:oct:mpq"), Overflow { endless: false, wrong: true });
        assert_eq!(of("elina:poly"), Overflow::PROMISED);
        assert_eq!(overflow(&known("apron:pk:mpq"), Numbers::Rational), Overflow::PROMISED);
    }
}

//! Precision: results are the best that the domain can express, judged by support functions.
//!
//! A closed convex set is the intersection of its half-spaces, so two sets are equal when in every
//! direction the least upper bound is the same. For a domain with finitely many directions (its
//! templates) these are all checked; for polyhedra the directions of all constraints involved, and
//! random ones. The bounds come from the exact simplex on the constraints of the operands.

use soundline_lattice::{Case, Class, Lattice, Law, LawId, Outcome, Subject};

use super::Sampled;
use super::draw;
use super::points::support;
use crate::capabilities::Best;
use crate::expr::{Constraint, LinearExpr, Relation, VarKind};
use crate::numbers::{Bound, Rat};
use crate::{AnyDomain, AnyElem, Domain};

/// Best results are defined here for exact numbers, real variables and elements that their
/// constraints describe.
pub(super) fn applies(domain: &AnyDomain) -> bool {
    let capabilities = domain.capabilities();
    let real = domain.space().kinds().iter().all(|kind| *kind == VarKind::Real);
    real && capabilities.exact && capabilities.constraints_exact
}

/// The laws that a domain claims.
pub(super) fn laws(best: Best) -> Vec<Law<Sampled>> {
    macro_rules! law {
        ($name:literal, $statement:literal, $check:expr) => {
            Law::new(LawId::new($name), Class::Best, $statement, $check)
        };
    }
    let mut laws: Vec<(bool, Law<Sampled>)> = vec![];
    laws.push((
        best.join,
        law!("join best", "sup over a ⊔ b = max(sup over a, sup over b)", |l, case| {
            let [a, b] = l.any(case);
            let result = l.domain().join(&a, &b);
            let (of_a, of_b) = (l.domain().to_constraints(&a), l.domain().to_constraints(&b));
            same_support(l, case, ("a ⊔ b", &result), [&of_a, &of_b], |t, n| {
                support(&of_a, n, t).max(support(&of_b, n, t))
            })
        }),
    ));
    laws.push((
        best.meet,
        law!("meet best", "sup over a ⊓ b = sup over the constraints of both", |l, case| {
            let [a, b] = l.any(case);
            let result = l.domain().meet(&a, &b);
            let both = [l.domain().to_constraints(&a), l.domain().to_constraints(&b)].concat();
            same_support(l, case, ("a ⊓ b", &result), [&both, &[]], |t, n| support(&both, n, t))
        }),
    ));
    laws.push((
        best.represented_guard,
        law!("guard best", "sup over guard(a, c) = sup over a ∧ c", |l, case| {
            let [a] = l.any(case);
            let c = draw::constraint(l.domain().space(), case.generator());
            case.note("c", || c.to_string());
            let claimed = l.domain().represents(&c) || l.domain().capabilities().best.any_guard;
            if !claimed || c.relation() == Relation::Ne {
                return Outcome::Vacuous;
            }
            let result = l.domain().guard(&a, &c).expect("the constraint fits the space");
            let mut both = l.domain().to_constraints(&a);
            both.push(c);
            same_support(l, case, ("guard(a, c)", &result), [&both, &[]], |t, n| {
                support(&both, n, t)
            })
        }),
    ));
    laws.push((
        best.assign,
        law!(
            "assign best",
            "sup of t over assign(a, x, e) = sup of t[x := e] over a",
            |l, case| {
                let [a] = l.any(case);
                let space = l.domain().space();
                if space.dimensions() == 0 {
                    return Outcome::Vacuous;
                }
                let x = draw::variable(space, case.generator());
                let e = draw::expression(space, 3, case.generator());
                case.note("assignment", || format!("x{x} := {e}"));
                let result = l.domain().assign(&a, x, &e).expect("the variable exists");
                let of_a = l.domain().to_constraints(&a);
                same_support(l, case, ("assign(a, x, e)", &result), [&of_a, &[]], |t, n| {
                    support(&of_a, n, &t.substitute(x, &e))
                })
            }
        ),
    ));
    laws.push((
        best.forget,
        law!("forget best", "sup of t over forget(a, x) = sup of t over a without x", |l, case| {
            let [a] = l.any(case);
            let space = l.domain().space();
            if space.dimensions() == 0 {
                return Outcome::Vacuous;
            }
            let x = draw::variable(space, case.generator());
            case.note("x", || format!("x{x}"));
            let result = l.domain().forget(&a, &[x]).expect("the variable exists");
            let of_a = l.domain().to_constraints(&a);
            same_support(l, case, ("forget(a, x)", &result), [&of_a, &[]], |t, n| {
                let bound = support(&of_a, n, t)?;
                Some(if t.coefficient(x).is_zero() { bound } else { Bound::PlusInfinity })
            })
        }),
    ));
    laws.push((
        best.bounds,
        law!("bounds best", "bounds(a, e) is the range of e over a", |l, case| {
            let [a] = l.any(case);
            let e = draw::expression(l.domain().space(), 3, case.generator());
            case.note("e", || e.to_string());
            let bounds = l.domain().bounds(&a, &e).expect("the expression fits the space");
            case.note("bounds(a, e)", || format!("{bounds:?}"));
            let of_a = l.domain().to_constraints(&a);
            let n = l.domain().space().dimensions();
            let low = support(&of_a, n, &-&e).map(|bound| -bound);
            let high = support(&of_a, n, &e);
            case.note("range", || format!("{low:?} to {high:?}"));
            let expected = bounds.map(|bounds| (bounds.low().clone(), bounds.high().clone()));
            (expected == low.zip(high)).into()
        }),
    ));
    laws.into_iter().filter(|(claimed, _)| *claimed).map(|(_, law)| law).collect()
}

/// In every direction that matters, the result reaches exactly as far as `expected` says.
fn same_support(
    l: &Subject<Sampled>,
    case: &mut Case,
    (label, result): (&str, &AnyElem),
    involved: [&[Constraint]; 2],
    expected: impl Fn(&LinearExpr, usize) -> Option<Bound<Rat>>,
) -> Outcome {
    case.note(label, || l.domain().show(result));
    let constraints = l.domain().to_constraints(result);
    let n = l.domain().space().dimensions();
    let directions = l.domain().templates().unwrap_or_else(|| {
        let mut all: Vec<LinearExpr> = [&constraints, involved[0], involved[1]]
            .into_iter()
            .flatten()
            .flat_map(|c| [-c.expr(), c.expr().clone()])
            .map(|e| e.with_constant(0))
            .collect();
        let space = l.domain().space();
        all.extend((0..4).map(|_| draw::expression(space, 3, case.generator()).with_constant(0)));
        all
    });
    for direction in directions {
        let (found, wanted) = (support(&constraints, n, &direction), expected(&direction, n));
        if found != wanted {
            case.note("direction", || direction.to_string());
            case.note("reaches", || format!("{found:?}"));
            case.note("best", || format!("{wanted:?}"));
            return Outcome::Violated;
        }
    }
    Outcome::Holds
}

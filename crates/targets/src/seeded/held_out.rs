//! Bugs of the kinds that issue trackers of real libraries show, on which no search is tuned.
//!
//! They were planted before guided search was improved, and are used to measure it alone.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;

use super::bug::{Bug, Harm};
use super::edit::{halves, keeping};
use super::machine::{Fault, Inside, Replaced};
use super::ranges::{Range, above, both, combined, element, ranges};
use crate::operation::{Operation, OperationKind, Question, Slot, Touch};

const fn interval(name: &'static str, harm: Harm, what: &'static str, fault: Fault) -> Bug {
    Bug::of(Kind::Intervals, name, harm, what, fault).held_out()
}

const fn octagon(name: &'static str, harm: Harm, what: &'static str, fault: Fault) -> Bug {
    Bug::of(Kind::Octagons, name, harm, what, fault).held_out()
}

const fn polyhedra(name: &'static str, harm: Harm, what: &'static str, fault: Fault) -> Bug {
    Bug::of(Kind::Polyhedra, name, harm, what, fault).held_out()
}

pub(super) const BUGS: &[Bug] = &[
    interval(
        "interval-widening-is-second",
        Harm::Soundness,
        "widening returns its second operand",
        Fault::making(|_, operation| match operation {
            Operation::Widen(_, b) => Ok(Some(*b)),
            _ => Ok(None),
        }),
    ),
    interval(
        "interval-in-place-twice",
        Harm::Soundness,
        "an assignment of the variable itself plus a constant adds the constant twice",
        Fault::making(|inside, operation| match single(operation) {
            Some((a, v, e)) if is_shift_of(e, v) => {
                let twice = e.clone().plus(e.constant_term());
                inside.apply(&Operation::Assign(a, vec![(v, twice)])).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    interval(
        "interval-join-of-same-value",
        Harm::Soundness,
        "join takes a value that both operands have alone for an empty interval",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) => {
                let Some((of_a, of_b)) = both(inside, *a, *b)? else { return Ok(None) };
                let single = |range: &Range| range.low.is_some() && range.low == range.high;
                match of_a.iter().zip(&of_b).any(|(a, b)| a == b && single(a)) {
                    true => inside.apply(&Operation::Bottom).map(Some),
                    false => Ok(None),
                }
            }
            _ => Ok(None),
        }),
    ),
    interval(
        "interval-leq-infinite-swapped",
        Harm::Soundness,
        "the order has the cases of a missing upper bound the wrong way round",
        Fault::answering(|inside, question| match question {
            Question::Leq(a, b) => Ok(both(inside, a, b)?.map(|(of_a, of_b)| {
                let low = |a: &Range, b: &Range| match (&a.low, &b.low) {
                    (_, None) => true,
                    (None, Some(_)) => false,
                    (Some(a), Some(b)) => a >= b,
                };
                let high = |a: &Range, b: &Range| match (&a.high, &b.high) {
                    (None, Some(_)) => true,
                    (Some(_), None) => false,
                    _ => !above(&a.high, &b.high),
                };
                Answer::from(of_a.iter().zip(&of_b).all(|(a, b)| low(a, b) && high(a, b)))
            })),
            _ => Ok(None),
        }),
    ),
    interval(
        "interval-negative-factor",
        Harm::Soundness,
        "a half-open interval times a negative number stays open on the same side",
        Fault::making(|inside, operation| match single(operation) {
            Some((_, v, e)) if matches!(e.terms(), [(_, f)] if f.is_negative()) => {
                let right = inside.apply(operation)?;
                let Some(mut all) = ranges(inside, right)? else { return Ok(Some(right)) };
                if all[v].low.is_some() != all[v].high.is_some() {
                    all[v] = Range { low: all[v].high.take(), high: all[v].low.take() };
                }
                element(inside, &all).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    interval(
        "interval-guard-at-minimum",
        Harm::Soundness,
        "a guard whose constant is beyond -2^62 gives bottom",
        Fault::making(|inside, operation| match operation {
            Operation::Guard(_, c) if *c.expr().constant_term() < -Rat::from(2).pow(62) => {
                inside.apply(&Operation::Bottom).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    interval(
        "interval-narrowing-drops",
        Harm::Precision,
        "narrowing by an element with an unbounded variable forgets that variable",
        Fault::making(|inside, operation| match operation {
            Operation::Narrow(a, b) => combined(inside, *a, *b, |a, b| match (&b.low, &b.high) {
                (Some(_), Some(_)) => Range { low: a.low.or(b.low), high: a.high.or(b.high) },
                _ => Range::default(),
            }),
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-widening-of-meet",
        Harm::Precision,
        "widening looks at a flag that meets leave behind: such an operand widens to top",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(..) => {
                let met = inside.apply(operation)?;
                inside.cache.push((OperationKind::Meet, met, met));
                Ok(Some(met))
            }
            Operation::Widen(a, _) if inside.cache.iter().any(|(_, met, _)| met == a) => {
                inside.apply(&Operation::Top).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-export-forgets",
        Harm::Precision,
        "reading the constraints of an element drops its bounds of single variables",
        Fault::looking(|inside, slot, how| match how {
            Touch::Constraints if !inside.is_bottom(slot)? => {
                let relational = |c: &Constraint| c.expr().terms().len() > 1;
                if !halves(&inside.constraints(slot)?).iter().any(relational) {
                    return Ok(None);
                }
                keeping(inside, slot, relational).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-assign-minimum",
        Harm::Soundness,
        "an assignment of a constant beyond -2^62 gives bottom",
        Fault::making(|inside, operation| match single(operation) {
            Some((_, _, e))
                if e.terms().is_empty() && *e.constant_term() < -Rat::from(2).pow(62) =>
            {
                inside.apply(&Operation::Bottom).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-meet-at-minimum",
        Harm::Soundness,
        "meet gives bottom where the operands have constants beyond 2^62 of both signs",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(a, b) => {
                let limit = Rat::from(2).pow(62);
                let beyond = |all: &[Constraint], wanted: bool| {
                    let constant = |c: &Constraint| c.expr().constant_term().clone();
                    halves(all).iter().map(constant).any(|c| match wanted {
                        true => c > limit,
                        false => c < -&limit,
                    })
                };
                let (of_a, of_b) = (inside.constraints(*a)?, inside.constraints(*b)?);
                match beyond(&of_a, true) && beyond(&of_b, false) {
                    true => inside.apply(&Operation::Bottom).map(Some),
                    false => Ok(None),
                }
            }
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-narrowing-overwrites",
        Harm::Soundness,
        "narrowing is done in place on a shared copy, so that its first operand changes too",
        Fault::overwriting(|_, operation, result| match operation {
            Operation::Narrow(..) => Ok(Some(result)),
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-negated-shift",
        Harm::Soundness,
        "x := -x + c subtracts the constant",
        Fault::making(|inside, operation| match single(operation) {
            Some((a, v, e)) if is_negated_shift_of(e, v) => {
                let wrong = e.clone().with_constant(-e.constant_term());
                inside.apply(&Operation::Assign(a, vec![(v, wrong)])).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    octagon(
        "octagon-forget-first-only",
        Harm::Soundness,
        "forgetting several variables forgets the first one",
        Fault::making(|inside, operation| match operation {
            Operation::Forget(a, variables) if variables.len() > 1 => {
                inside.apply(&Operation::Forget(*a, variables[..1].to_vec())).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    polyhedra(
        "polyhedra-widening-of-equality",
        Harm::Soundness,
        "widening an element with an equality returns the second operand",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) if has_equality(inside, *a)? => Ok(Some(*b)),
            _ => Ok(None),
        }),
    ),
    polyhedra(
        "polyhedra-assign-many",
        Harm::Soundness,
        "several assignments at once, one of them of a sum, give bottom",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(_, all)
                if all.len() > 1 && all.iter().any(|(_, e)| e.terms().len() > 1) =>
            {
                inside.apply(&Operation::Bottom).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    polyhedra(
        "polyhedra-join-shared-equality",
        Harm::Precision,
        "join drops an equality that both operands have",
        Fault::making(shared_equality),
    ),
    polyhedra(
        "polyhedra-guard-half-equality",
        Harm::Precision,
        "a guard by an equality uses one of its two halves",
        Fault::making(|inside, operation| match operation {
            Operation::Guard(a, c) if c.relation() == Relation::Eq => {
                let half = Constraint::new(c.expr().clone(), Relation::Ge);
                inside.apply(&Operation::Guard(*a, half)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    polyhedra(
        "polyhedra-leq-first-three",
        Harm::Soundness,
        "the order looks at three constraints of the larger element",
        Fault::answering(|inside, question| match question {
            Question::Leq(a, b) if !inside.is_bottom(b)? => {
                let mut constraints = inside.constraints(b)?;
                constraints.truncate(3);
                let larger = inside.apply(&Operation::Constraints(constraints))?;
                inside.ask(Question::Leq(a, larger)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    polyhedra(
        "polyhedra-embed-in-order",
        Harm::Soundness,
        "moved dimensions are sorted, so that an exchange of two variables does nothing",
        Fault::making(|inside, operation| match operation {
            Operation::Embed(a, sources) => {
                let mut kept: Vec<Var> = sources.iter().copied().flatten().collect();
                kept.sort_unstable();
                let mut kept = kept.into_iter();
                let sorted =
                    sources.iter().map(|source| source.and_then(|_| kept.next())).collect();
                inside.apply(&Operation::Embed(*a, sorted)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
];

/// An assignment of one variable.
fn single(operation: &Operation) -> Option<(Slot, Var, &LinearExpr)> {
    match operation {
        Operation::Assign(a, all) => match all.as_slice() {
            [(v, e)] => Some((*a, *v, e)),
            _ => None,
        },
        _ => None,
    }
}

/// `v + c`, with a constant that is not 0?
fn is_shift_of(e: &LinearExpr, v: Var) -> bool {
    let same = matches!(e.terms(), [(w, factor)] if *w == v && *factor == Rat::ONE);
    same && !e.constant_term().is_zero()
}

/// `-v + c`, with a constant that is not 0?
fn is_negated_shift_of(e: &LinearExpr, v: Var) -> bool {
    let same = matches!(e.terms(), [(w, factor)] if *w == v && *factor == -Rat::ONE);
    same && !e.constant_term().is_zero()
}

fn has_equality(inside: &mut Inside, slot: Slot) -> Result<bool, crate::machine::Refusal> {
    Ok(inside.constraints(slot)?.iter().any(|c| c.relation() == Relation::Eq))
}

fn shared_equality(inside: &mut Inside, operation: &Operation) -> Replaced<Slot> {
    let Operation::Join(a, b) = operation else { return Ok(None) };
    if inside.is_bottom(*a)? || inside.is_bottom(*b)? {
        return Ok(None);
    }
    let of_b = inside.constraints(*b)?;
    let shared = |c: &&Constraint| c.relation() == Relation::Eq && of_b.contains(c);
    let Some(dropped) = inside.constraints(*a)?.iter().find(shared).cloned() else {
        return Ok(None);
    };
    let joined = inside.apply(operation)?;
    let mut constraints = inside.constraints(joined)?;
    constraints.retain(|c| *c != dropped);
    inside.apply(&Operation::Constraints(constraints)).map(Some)
}

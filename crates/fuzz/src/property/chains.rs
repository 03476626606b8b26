//! Convergence: chains of widenings and narrowings must become stable.
//!
//! The paper's driver (Fig. 4) ends at the first step that changes nothing. An element may be stable for one operand and
//! not for the next, so that a whole round without a change is asked for beside it.

use soundline_lattice::Answer;
use soundline_targets::OperationKind::{Meet, Narrow, Widen};
use soundline_targets::{Question, Slot};

use super::Class::{Convergence, Precision};
use super::Role::{Any, Below};
use super::{Inputs, Property};
use crate::bench::{Bench, Checked};
use crate::exact;
use crate::outcome::{Ending, Outcome, Stop};

/// The paper's k: after so many steps a chain counts as one that does not converge.
pub const STEPS: usize = 100;

const CHAIN: Inputs = Inputs::elements(&[Any]).and_chain();

/// What narrowings and whole rounds of chains promise beyond the paper's properties.
pub(super) fn properties() -> Vec<Property> {
    vec![
        property!(
            113,
            Convergence,
            "widening is stable for a round",
            "x := x ∇ yᵢ, round and round: a whole round changes nothing within 100 steps",
            CHAIN,
            [Widen],
            |t| widened(t, Until::Round)
        ),
        property!(
            114,
            Convergence,
            "narrowing is stable for a round",
            "x := x Δ (x ⊓ yᵢ), round and round: a whole round changes nothing within 100 steps",
            CHAIN,
            [Narrow, Meet],
            |t| narrowed(t, Until::Round)
        ),
        property!(
            115,
            Precision,
            "narrowing in between",
            "y ⊑ x ⇒ y ⊑ x Δ y ⊑ x",
            Inputs::elements(&[Any, Below(&[0])]),
            [Narrow],
            |t| {
                t.given(Question::Leq(t.y(), t.x()))?;
                let narrow = t.narrow(t.x(), t.y())?;
                let below = t.expect_leq(("y", t.y()), ("x Δ y", narrow))?;
                if below.ending != Ending::Held {
                    return Ok(below);
                }
                t.expect_leq(("x Δ y", narrow), ("x", t.x()))
            }
        ),
    ]
}

/// When a chain counts as stable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// A step changed nothing.
    Step,
    /// A step for each element of the chain changed nothing.
    Round,
}

/// x := x ∇ yᵢ until a step changes nothing.
pub(super) fn widening_converges(t: &mut Bench) -> Checked {
    widened(t, Until::Step)
}

/// x := x Δ (x ⊓ yᵢ), likewise.
pub(super) fn narrowing_converges(t: &mut Bench) -> Checked {
    narrowed(t, Until::Step)
}

fn widened(t: &mut Bench, until: Until) -> Checked {
    stable(t, until, "x ∇ yᵢ", |t, x, y| t.widen(x, y))
}

fn narrowed(t: &mut Bench, until: Until) -> Checked {
    stable(t, until, "x Δ (x ⊓ yᵢ)", |t, x, y| {
        let below = t.meet(x, y)?;
        t.narrow(x, below)
    })
}

/// Apply a step for each element of the chain in turn.
fn stable(
    t: &mut Bench,
    until: Until,
    name: &str,
    step: impl Fn(&mut Bench, Slot, Slot) -> Result<Slot, Stop>,
) -> Checked {
    let chain = t.chain();
    if chain.is_empty() {
        return Err(Stop::Vacuous);
    }
    let wanted = if until == Until::Step { 1 } else { chain.len() };
    let (mut x, mut before) = (t.x(), t.x());
    let mut unchanged = 0;
    let mut vouched = true;
    for y in chain.iter().cycle().take(STEPS) {
        let next = step(t, x, *y)?;
        match t.ask(Question::Equal(next, x))? {
            Answer::Yes => unchanged += 1,
            Answer::No => unchanged = 0,
            Answer::Unknown => {
                unchanged = 0;
                vouched = false;
            }
        }
        if unchanged >= wanted {
            return Ok(Outcome::held());
        }
        (before, x) = (x, next);
    }
    let what = format!("{name} still changes after {STEPS} steps");
    Ok(unstable(t, what, vouched, [t.x(), before, x]))
}

/// A chain that still changes, by its first and its last two elements. Where the library did not vouch
/// for that, a point must prove that the last two differ.
pub(super) fn unstable(
    t: &mut Bench,
    what: String,
    vouched: bool,
    [first, before, last]: [Slot; 3],
) -> Outcome {
    let outcome = Outcome::violated(what).showing("x", first).showing("the last", last);
    if vouched {
        return outcome;
    }
    let told = |t: &mut Bench, slot: Slot| match t.profile().constraints_exact {
        true => t.constraints(slot).ok(),
        false => None,
    };
    let point = match (told(t, before), told(t, last)) {
        (Some(one), Some(other)) => {
            let space = t.points_space();
            exact::point_between(&one, &other, &space)
                .or_else(|| exact::point_between(&other, &one, &space))
        }
        _ => None,
    };
    match point {
        Some(point) => outcome.at(point),
        None => outcome.ended(Ending::Doubtful),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{Fake, trace};

    /// A chain of two elements, of which the widening tells the same always; the answers go round.
    fn ended(answers: &[Answer]) -> Outcome {
        let lines = "p0 = constraint x0 >= 0\np1 = constraint x0 >= -1\np2 = constraint x0 >= -2\n\
                     check P113 x=p0 chain=p1,p2";
        let mut answers = answers.iter().cycle();
        let answer = |_| *answers.next().expect("there is always another one");
        crate::run(&mut Fake::new(answer).making("x0 >= -2"), &trace(lines))
    }

    #[test]
    fn a_chain_is_stable_when_a_whole_round_changes_nothing() {
        use Answer::{No, Unknown, Yes};
        assert_eq!(ended(&[Yes]).ending, Ending::Held);
        assert_eq!(ended(&[No, Yes, Yes]).ending, Ending::Held);
        assert_eq!(ended(&[No, Yes]).ending, Ending::Violated);
        assert_eq!(ended(&[Unknown, Yes]).ending, Ending::Doubtful);
        assert_eq!(ended(&[Unknown]).ending, Ending::Doubtful);
        assert_eq!(ended(&[Unknown, Unknown, Yes, Yes]).ending, Ending::Held);
    }
}

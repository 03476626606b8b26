//! Convergence as an analysis needs it: widenings with transfer functions between the steps.

use soundline_domains::expr::{Constraint, LinearExpr};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;
use soundline_targets::OperationKind::{Assign, Constraints, Forget, Guard, Join, Widen};
use soundline_targets::{Operation, Question, Slot};

use super::Class::Convergence;
use super::Role::Any;
use super::chains::{STEPS, unstable};
use super::{Inputs, Property, drawn};
use crate::bench::{Bench, Checked};
use crate::exact::draw;
use crate::outcome::{Outcome, Stop};

/// Loops end.
pub(super) fn properties() -> Vec<Property> {
    let pushes = property!(
        112,
        Convergence,
        "widening converges under pushes",
        "x := x ∇ (x ⊔ f(x)) is stable within 100 steps, f pushes two variables in turn",
        Inputs::elements(&[]).and_seed(),
        [Widen, Join, Assign, Guard, Constraints],
        converges_under_pushes
    );
    let transfer = property!(
        99,
        Convergence,
        "widening converges with transfer",
        "x := x ∇ (x ⊔ f(x)) is stable within 100 steps, f made of guards, assignments, forgets",
        Inputs::elements(&[Any]).and_seed(),
        [Widen, Join],
        converges_with_transfer
    );
    vec![transfer, pushes]
}

fn converges_with_transfer(t: &mut Bench) -> Checked {
    let body = body(t)?;
    let steps: Vec<String> = body.iter().map(|step| drawn::words(t, step)).collect();
    let what = format!("x still changes after {STEPS} rounds of {}", steps.join("; "));
    converges(t, t.x(), what, |_| body.clone())
}

/// A loop that pushes a variable just beyond the element, now one and then another, while what they
/// have to do with each other stays. A widening that closes its left operand gets back from the one
/// what it gave up of the other, and never ends (Miné 2006, Sect. 4.5).
fn converges_under_pushes(t: &mut Bench) -> Checked {
    let dimensions = t.space().dimensions();
    if dimensions == 0 {
        return Err(Stop::Vacuous);
    }
    let v = t.choices().index(dimensions);
    let w = (v + 1 + t.choices().index(dimensions)) % dimensions;
    let sign = Rat::from(t.choices().pick(&[1i64, -1]));
    let apart = LinearExpr::new([(v, Rat::ONE), (w, -&sign)], 0);
    let mut room = || LinearExpr::constant(Rat::from(t.choices().int(0, 3)));
    let sides = match v == w {
        true => Vec::new(),
        false => vec![Constraint::le(&apart, &room()), Constraint::le(&-&apart, &room())],
    };
    let ends = [v, w].map(LinearExpr::variable).into_iter().flat_map(|u| [-&u, u]);
    let around: Vec<Constraint> = ends.map(|end| Constraint::le(&end, &room())).collect();
    let start = t.make(Operation::Constraints([around, sides.clone()].concat()))?;
    let push = move |round: usize| {
        let (u, by) = if round.is_multiple_of(2) { (v, Rat::ONE) } else { (w, sign.clone()) };
        let pushed = Operation::Assign(start, vec![(u, LinearExpr::variable(u).plus(&by))]);
        let kept = sides.iter().map(|side| Operation::Guard(start, side.clone()));
        [pushed].into_iter().chain(kept).collect()
    };
    let what =
        format!("x{v} and x{w} still grow after {STEPS} rounds of pushing one and the other");
    converges(t, start, what, push)
}

/// x := x ∇ (x ⊔ body(x)) until nothing changes, with a body for each round.
fn converges(
    t: &mut Bench,
    start: Slot,
    what: String,
    body: impl Fn(usize) -> Vec<Operation>,
) -> Checked {
    let (mut x, mut before) = (start, start);
    let mut vouched = true;
    for round in 0..STEPS {
        let mut after = x;
        for step in body(round) {
            after = t.make(step.map_operands(|_| after))?;
        }
        let next = t.join(x, after)?;
        match t.ask(Question::Leq(next, x))? {
            Answer::Yes => return Ok(Outcome::held()),
            Answer::No => {}
            Answer::Unknown => vouched = false,
        }
        (before, x) = (x, t.make(Operation::Widen(x, next))?);
    }
    Ok(unstable(t, what, vouched, [start, before, x]))
}

/// The body of a loop: one to three transfer functions, the last one often counts.
fn body(t: &mut Bench) -> Result<Vec<Operation>, Stop> {
    let x: Slot = t.x();
    let space = t.space().clone();
    let others = t.choices().index(3);
    let mut body: Vec<Operation> = (0..others)
        .map(|_| drawn::operation(t, &[Assign, Guard, Forget], x, x))
        .collect::<Result<_, _>>()?;
    let counts = t.choices().flip() && t.supports(Assign);
    body.push(match draw::variable(&space, t.choices()).filter(|_| counts) {
        Some(v) => {
            let next = LinearExpr::variable(v).plus(&Rat::from(t.choices().pick(&[1i64, -1])));
            Operation::Assign(x, vec![(v, next)])
        }
        None => drawn::operation(t, &[Assign, Guard, Forget], x, x)?,
    });
    Ok(body)
}

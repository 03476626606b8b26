//! Convergence as an analysis needs it: widenings with transfer functions between the steps.

use soundline_domains::expr::LinearExpr;
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;
use soundline_targets::OperationKind::{Assign, Forget, Guard, Join, Widen};
use soundline_targets::{Operation, Question, Slot};

use super::Class::Convergence;
use super::Role::Any;
use super::chains::STEPS;
use super::{Inputs, Property, drawn};
use crate::bench::{Bench, Checked};
use crate::exact::draw;
use crate::verdict::{Evidence, Stop, Verdict};

/// Loops end.
pub(super) fn properties() -> Vec<Property> {
    vec![property!(
        99,
        Convergence,
        "widening converges with transfer",
        "x := x ∇ (x ⊔ f(x)) is stable within 100 steps, f made of guards, assignments, forgets",
        Inputs::elements(&[Any]).and_seed(),
        [Widen, Join],
        converges_with_transfer
    )]
}

fn converges_with_transfer(t: &mut Bench) -> Checked {
    let body = body(t)?;
    let mut x = t.x();
    let mut vouched = true;
    for _ in 0..STEPS {
        let mut after = x;
        for step in &body {
            after = t.make(step.map_operands(|_| after))?;
        }
        let next = t.join(x, after)?;
        match t.ask(Question::Leq(next, x))? {
            Answer::Yes => return Ok(Verdict::Holds),
            Answer::No => {}
            Answer::Unknown => vouched = false,
        }
        x = t.make(Operation::Widen(x, next))?;
    }
    let steps: Vec<String> = body.iter().map(|step| drawn::words(t, step)).collect();
    let what = format!("x still changes after {STEPS} rounds of {}", steps.join("; "));
    let evidence = Evidence::new(what).showing("x", t.x()).showing("the last", x);
    Ok(if vouched { Verdict::Violated(evidence) } else { Verdict::Doubtful(evidence) })
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

//! Convergence: chains of widenings and narrowings must become stable.

use soundline_lattice::Answer;
use soundline_targets::{Question, Slot};

use crate::bench::{Bench, Checked};
use crate::verdict::{Evidence, Stop, Verdict};

/// The paper's k: after so many steps a chain counts as one that does not converge.
pub const STEPS: usize = 100;

/// x := x ∇ yᵢ, round and round through the chain, until a whole round changes nothing.
pub(super) fn widening_converges(t: &mut Bench) -> Checked {
    stable(t, "x ∇ yᵢ", |t, x, y| t.widen(x, y))
}

/// x := x Δ (x ⊓ yᵢ), likewise.
pub(super) fn narrowing_converges(t: &mut Bench) -> Checked {
    stable(t, "x Δ (x ⊓ yᵢ)", |t, x, y| {
        let below = t.meet(x, y)?;
        t.narrow(x, below)
    })
}

/// Apply a step for each element of the chain in turn until a whole round changes nothing.
fn stable(
    t: &mut Bench,
    name: &str,
    step: impl Fn(&mut Bench, Slot, Slot) -> Result<Slot, Stop>,
) -> Checked {
    let chain = t.chain();
    if chain.is_empty() {
        return Err(Stop::Vacuous);
    }
    let mut x = t.x();
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
        if unchanged >= chain.len() {
            return Ok(Verdict::Holds);
        }
        x = next;
    }
    let what = format!("{name} still changes after {STEPS} steps");
    let evidence = Evidence::new(what).showing("x", t.x()).showing("the last", x);
    Ok(if vouched { Verdict::Violated(evidence) } else { Verdict::Doubtful(evidence) })
}

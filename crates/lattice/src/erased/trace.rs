//! Elements that are built by a random trace of operations, for any lattice: the black-box generators that the
//! LCheck paper proposes as future work (STVR'17, Sect. 7).
//!
//! A generator makes elements in the ways that its author thought of. A trace also reaches those that only operations make:
//! a widened one, one in the representation that a meet leaves behind.

use super::{Erased, Slot};
use crate::Choices;
use crate::panics::operating;

/// A trace has at most so many steps.
const MOST: usize = 8;

/// One step: an element that is made of earlier ones.
struct Step {
    slot: Slot,
    /// The steps that it uses.
    uses: Vec<usize>,
    /// What it does: the name of the operation, or how an element was made without one.
    what: String,
    /// Behind the operands.
    aside: String,
}

/// What a step can do; those of the suite are numbers.
#[derive(Clone, Copy)]
enum Move {
    Start,
    Join,
    Meet,
    EqualTo,
    Transfer,
    Widen,
    Narrow,
    Own(usize, &'static str, usize),
}

impl Erased {
    /// An element, by a trace.
    pub(super) fn traced(&self, choices: &mut Choices) -> Slot {
        let mut moves = vec![Move::Start, Move::Join, Move::Meet, Move::EqualTo, Move::Transfer];
        moves.extend(self.operations.can_widen().then_some(Move::Widen));
        moves.extend(self.operations.can_narrow().then_some(Move::Narrow));
        let own = self.operations.own_operations().into_iter().enumerate();
        moves.extend(own.map(|(index, (name, arity))| Move::Own(index, name, arity)));
        let mut steps = vec![self.start(choices)];
        // Each step is announced, so that shrinking can drop it together with its announcement.
        while steps.len() < MOST
            && choices.draw_as(1, |random| u64::from(random.up_to(3) != 0)) == 1
        {
            let step = self.step(&moves, &steps, choices);
            steps.push(step);
        }
        let last = steps[steps.len() - 1].slot;
        self.traces.borrow_mut().push((last, told(&steps)));
        last
    }

    fn start(&self, choices: &mut Choices) -> Step {
        let most = 1 + u64::from(self.operations.top().is_some());
        // Most elements are drawn; bottom is the simplest.
        let kind = choices.draw_as(most, |random| [1, 1, 1, 0, most][random.up_to(4) as usize]);
        let (slot, what) = match kind {
            0 => (self.operations.bottom(), "bottom"),
            2 => (self.operations.top().expect("it has one"), "top"),
            _ => (self.operations.arbitrary(choices), "arbitrary"),
        };
        let aside = if kind == 1 { format!(" {}", self.operations.show(slot)) } else { "".into() };
        Step { slot, uses: vec![], what: what.into(), aside }
    }

    fn step(&self, moves: &[Move], steps: &[Step], choices: &mut Choices) -> Step {
        // Half of the steps bring a new operand in.
        let most = moves.len() as u64 - 1;
        let draw = |random: &mut crate::choices::Random| match random.up_to(1) {
            0 => 0,
            _ => 1 + random.up_to(most - 1),
        };
        let chosen = moves[choices.draw_as(most, draw) as usize];
        if matches!(chosen, Move::Start) {
            return self.start(choices);
        }
        // The latest step is the simplest operand.
        let mut operand = || steps.len() - 1 - choices.index(steps.len());
        let (first, second) = (operand(), operand());
        let (a, b) = (steps[first].slot, steps[second].slot);
        let operations = &self.operations;
        let mut aside = String::new();
        let (slot, what, arity) = match chosen {
            Move::Start => unreachable!("it needs no operands"),
            Move::Join => (operating(|| operations.join(a, b)), "join", 2),
            Move::Meet => (operating(|| operations.meet(a, b)), "meet", 2),
            Move::Widen => (operating(|| operations.widen(a, b)), "widen", 2),
            // What narrows is below, as the definition has it.
            Move::Narrow => {
                let below = operating(|| operations.meet(a, b));
                aside = " (their meet)".into();
                (operating(|| operations.narrow(a, below)), "narrow", 2)
            }
            Move::EqualTo => (operations.equal_to(a, choices), "equal_to", 1),
            Move::Transfer => {
                let transfer = operations.transfer(choices);
                aside = format!(" by {}", transfer.description());
                (operating(|| transfer.apply(&a)), "transfer", 1)
            }
            Move::Own(index, name, arity) => {
                (operating(|| operations.apply_own(index, a, b)), name, arity)
            }
        };
        Step { slot, uses: [first, second][..arity].to_vec(), what: what.into(), aside }
    }
}

/// The trace as text, `p0 = bottom; p1 = join p0 p0`, without the steps that the last one does not need.
fn told(steps: &[Step]) -> String {
    let mut needed = vec![false; steps.len()];
    needed[steps.len() - 1] = true;
    for index in (0..steps.len()).rev().filter(|index| *index > 0) {
        if needed[index] {
            steps[index].uses.iter().for_each(|used| needed[*used] = true);
        }
    }
    let mut names = vec![0; steps.len()];
    let mut lines = Vec::new();
    let kept = steps.iter().enumerate().filter(|(index, _)| needed[*index]);
    for (number, (index, step)) in kept.enumerate() {
        let operands: String = step.uses.iter().map(|used| format!(" p{}", names[*used])).collect();
        lines.push(format!("p{number} = {}{operands}{}", step.what, step.aside));
        names[index] = number;
    }
    lines.join("; ")
}

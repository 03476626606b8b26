//! Elements that are built by a random trace of operations, for any lattice: the black-box generators that the
//! LCheck paper proposes as future work (STVR'17, Sect. 7).
//!
//! A generator makes elements in the ways that its author thought of. A trace also reaches those that only operations make:
//! a widened one, one in the representation that a meet leaves behind.

use super::{Erased, Slot};
use crate::Choices;
use crate::panics::operating;
use crate::script::{Line, Piece};

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
    /// What it drew by itself.
    choices: Vec<u64>,
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

impl Move {
    /// The name of the operation, and how many operands it has; a start has a name of its own.
    fn named(self) -> (&'static str, usize) {
        match self {
            Move::Start => ("", 0),
            Move::Join => ("join", 2),
            Move::Meet => ("meet", 2),
            Move::EqualTo => ("equal_to", 1),
            Move::Transfer => ("transfer", 1),
            Move::Widen => ("widen", 2),
            Move::Narrow => ("narrow", 2),
            Move::Own(_, name, arity) => (name, arity),
        }
    }
}

/// How a trace starts, by the number that is drawn for it.
const STARTS: [&str; 3] = ["bottom", "arbitrary", "top"];

impl Erased {
    /// What can be done here.
    fn moves(&self) -> Vec<Move> {
        let mut moves = vec![Move::Start, Move::Join, Move::Meet, Move::EqualTo, Move::Transfer];
        moves.extend(self.operations.can_widen().then_some(Move::Widen));
        moves.extend(self.operations.can_narrow().then_some(Move::Narrow));
        let own = self.operations.own_operations().into_iter().enumerate();
        moves.extend(own.map(|(index, (name, arity))| Move::Own(index, name, arity)));
        moves
    }

    /// An element, by a trace.
    pub(super) fn traced(&self, choices: &mut Choices) -> Slot {
        let moves = self.moves();
        let prescribed = choices.next_trace();
        let most = prescribed.as_ref().map_or(MOST, |lines| lines.len().max(MOST));
        let prescribe = |number: usize, choices: &mut Choices| {
            if let Some(lines) = &prescribed {
                let line = lines.get(number);
                let drawn = line.and_then(|line| drawn_by(line, number, &moves).ok());
                choices.prescribe(&drawn.unwrap_or_default());
            }
        };
        let begun = choices.count();
        prescribe(0, choices);
        let mut steps = vec![self.start(choices)];
        // Each step is announced, so that shrinking can drop it together with its announcement.
        while steps.len() < most {
            prescribe(steps.len(), choices);
            if choices.draw_as(1, |random| u64::from(random.up_to(3) != 0)) == 0 {
                break;
            }
            let step = self.step(&moves, &steps, choices);
            steps.push(step);
        }
        let last = steps[steps.len() - 1].slot;
        let steps = needed(steps);
        self.traces.borrow_mut().push((last, told(&steps)));
        choices.end_trace(begun, steps.iter().map(Step::line).collect());
        last
    }

    /// Why a script cannot be run here.
    pub(crate) fn fault_of(&self, script: &[Piece]) -> Option<String> {
        let moves = self.moves();
        let has_top = self.operations.top().is_some();
        let fault = |number: usize, line: &Line| {
            let top_is_missing = line.what == STARTS[2] && !has_top;
            match drawn_by(line, number, &moves) {
                Err(fault) => Some(fault),
                Ok(_) if top_is_missing => Some(format!("'{line}': the lattice has no top")),
                Ok(_) => None,
            }
        };
        script.iter().find_map(|piece| match piece {
            Piece::Choices(_) => None,
            Piece::Trace(lines) => (0..).zip(lines).find_map(|(number, line)| fault(number, line)),
        })
    }

    fn start(&self, choices: &mut Choices) -> Step {
        let most = 1 + u64::from(self.operations.top().is_some());
        // Most elements are drawn; bottom is the simplest.
        let kind = choices.draw_as(most, |random| [1, 1, 1, 0, most][random.up_to(4) as usize]);
        let begun = choices.count();
        let slot = match kind {
            0 => self.operations.bottom(),
            2 => self.operations.top().expect("it has one"),
            _ => self.operations.arbitrary(choices),
        };
        let aside = if kind == 1 { format!(" {}", self.operations.show(slot)) } else { "".into() };
        let what = STARTS[kind as usize].into();
        Step { slot, uses: vec![], what, aside, choices: choices.drawn_since(begun) }
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
        let begun = choices.count();
        let slot = match chosen {
            Move::Start => unreachable!("it needs no operands"),
            Move::Join => operating(|| operations.join(a, b)),
            Move::Meet => operating(|| operations.meet(a, b)),
            Move::Widen => operating(|| operations.widen(a, b)),
            // What narrows is below, as the definition has it.
            Move::Narrow => {
                let below = operating(|| operations.meet(a, b));
                aside = " (their meet)".into();
                operating(|| operations.narrow(a, below))
            }
            Move::EqualTo => operations.equal_to(a, choices),
            Move::Transfer => {
                let transfer = operations.transfer(choices);
                aside = format!(" by {}", transfer.description());
                operating(|| transfer.apply(&a))
            }
            Move::Own(index, ..) => operating(|| operations.apply_own(index, a, b)),
        };
        let (what, arity) = chosen.named();
        let uses = [first, second][..arity].to_vec();
        Step { slot, uses, what: what.into(), aside, choices: choices.drawn_since(begun) }
    }
}

impl Step {
    fn line(&self) -> Line {
        Line { what: self.what.clone(), uses: self.uses.clone(), choices: self.choices.clone() }
    }
}

/// What must be drawn so that a step does what a line says, the inverse of what is drawn above.
fn drawn_by(line: &Line, number: usize, moves: &[Move]) -> Result<Vec<u64>, String> {
    let arity = |arity: usize| match line.uses.len() == arity {
        true => Ok(()),
        false => Err(format!("'{line}': {} has {arity} operands", line.what)),
    };
    let mut drawn = Vec::new();
    if let Some(kind) = STARTS.iter().position(|start| *start == line.what) {
        arity(0)?;
        // A start in the middle is a step, and announced as one.
        drawn.extend(if number > 0 { vec![1, 0] } else { vec![] });
        drawn.push(kind as u64);
    } else {
        let place = moves.iter().position(|candidate| candidate.named().0 == line.what);
        let Some(place) = place.filter(|place| *place > 0) else {
            let names = moves[1..].iter().map(|known| known.named().0);
            let names: Vec<&str> = STARTS.into_iter().chain(names).collect();
            return Err(format!("'{line}': operations are {}", names.join(", ")));
        };
        if number == 0 {
            return Err(format!("'{line}': a trace starts with {}", STARTS.join(", ")));
        }
        arity(moves[place].named().1)?;
        let operand = |at: usize| line.uses.get(at).map_or(0, |used| (number - 1 - used) as u64);
        drawn.extend([1, place as u64, operand(0), operand(1)]);
    }
    drawn.extend(&line.choices);
    Ok(drawn)
}

/// The steps without those that the last one does not need.
fn needed(steps: Vec<Step>) -> Vec<Step> {
    let mut needed = vec![false; steps.len()];
    needed[steps.len() - 1] = true;
    for index in (0..steps.len()).rev().filter(|index| *index > 0) {
        if needed[index] {
            steps[index].uses.iter().for_each(|used| needed[*used] = true);
        }
    }
    let place = |index: usize| needed[..index].iter().filter(|needed| **needed).count();
    let kept = steps.into_iter().enumerate().filter(|(index, _)| needed[*index]);
    kept.map(|(_, step)| {
        let uses = step.uses.iter().map(|used| place(*used)).collect();
        Step { uses, ..step }
    })
    .collect()
}

/// The trace as text: `p0 = bottom; p1 = join p0 p0`.
fn told(steps: &[Step]) -> String {
    let told = |(number, step): (usize, &Step)| {
        let operands: String = step.uses.iter().map(|used| format!(" p{used}")).collect();
        format!("p{number} = {}{operands}{}", step.what, step.aside)
    };
    steps.iter().enumerate().map(told).collect::<Vec<_>>().join("; ")
}

//! Chains that must become stable.
//!
//! Only a chain whose every step was definitely needed is a violation. Where the order answered
//! "unknown", the chain may have been stable there, so nothing can be said.

use crate::erased::{Erased, Slot};
use crate::{Answer, Case, Choices, Generate, Lattice, Narrowing, Outcome, Subject, Widening};

/// Steps within which a chain of widenings or narrowings must become stable. Convergence cannot be
/// tested; this stronger property can (ASE'18, Sect. 3.2, with the same number).
pub const CONVERGENCE_STEPS: usize = 100;

/// Widen by elements that are not below. A widening that brings back what it dropped, like one that closes
/// its left operand (Miné 2006, Sect. 4.4), goes on for ever only where pushes that are just beyond take turns.
pub(super) fn widening_chain(l: &Subject<Erased>, case: &mut Case) -> Outcome {
    let [a] = l.any(case);
    let mut push = Push::draw(case);
    let near = push.takes_turns();
    let mut chain = Chain::new(l, a);
    while chain.goes_on() {
        match push.element(case, |case| beyond(l, &chain.x, case, near)) {
            Found::Element(y) => {
                let next = l.widen(&chain.x, &y);
                chain.step(case, next, Answer::No);
            }
            Found::Nothing => return chain.stable(),
            Found::Unknown => return Outcome::Unknown,
        }
    }
    chain.endless()
}

/// Widen as the analysis of a loop does: join with the effect of the body, widen, and again. Several
/// bodies take turns, as the branches of a loop do.
pub(super) fn widening_loop(l: &Subject<Erased>, case: &mut Case) -> Outcome {
    let [a] = l.any(case);
    let mut bodies = vec![l.transfer(case.generator())];
    for _ in 0..case.generator().draw(3) {
        bodies.push(l.transfer(case.generator()));
    }
    for (index, body) in bodies.iter().enumerate() {
        let label = if bodies.len() == 1 { "f".into() } else { format!("f{index}") };
        case.note(&label, || body.description().to_string());
    }
    let mut chain = Chain::new(l, a);
    let (mut turn, mut idle) = (0, 0);
    while chain.goes_on() {
        let y = bodies[turn % bodies.len()].apply(&chain.x);
        turn += 1;
        let stable = l.leq(&y, &chain.x);
        if stable.is_yes() {
            idle += 1;
            if idle == bodies.len() {
                return chain.stable();
            }
            continue;
        }
        idle = 0;
        let next = l.widen(&chain.x, &l.join(&chain.x, &y));
        chain.step(case, next, stable);
    }
    chain.endless()
}

/// Narrow by elements that are strictly below.
pub(super) fn narrowing_chain(l: &Subject<Erased>, case: &mut Case) -> Outcome {
    let [a] = l.any(case);
    let mut push = Push::draw(case);
    let mut chain = Chain::new(l, a);
    while chain.goes_on() {
        let y = match push.element(case, |case| strictly_below(l, &chain.x, case)) {
            Found::Element(y) => y,
            Found::Nothing => return chain.stable(),
            Found::Unknown => return Outcome::Unknown,
        };
        let next = l.narrow(&chain.x, &y);
        let stable = l.leq(&chain.x, &next);
        chain.step(case, next, stable);
        if stable.is_yes() {
            return chain.stable();
        }
    }
    chain.endless()
}

/// Narrow as the analysis of a loop does.
pub(super) fn narrowing_loop(l: &Subject<Erased>, case: &mut Case) -> Outcome {
    let [a] = l.any(case);
    let body = l.transfer(case.generator());
    case.note("f", || body.description().to_string());
    let mut chain = Chain::new(l, a);
    while chain.goes_on() {
        let next = l.narrow(&chain.x, &l.meet(&chain.x, &body.apply(&chain.x)));
        let stable = l.leq(&chain.x, &next);
        chain.step(case, next, stable);
        if stable.is_yes() {
            return chain.stable();
        }
    }
    chain.endless()
}

/// A chain on its way.
struct Chain<'a> {
    l: &'a Subject<Erased>,
    x: Slot,
    steps: usize,
    /// Was every step definitely needed so far?
    certain: bool,
}

impl<'a> Chain<'a> {
    fn new(l: &'a Subject<Erased>, x: Slot) -> Chain<'a> {
        Chain { l, x, steps: 0, certain: true }
    }

    fn goes_on(&self) -> bool {
        self.steps < CONVERGENCE_STEPS
    }

    /// Go on to `next`; `stable` says whether the chain had been stable already.
    fn step(&mut self, case: &mut Case, next: Slot, stable: Answer) {
        self.x = next;
        self.steps += 1;
        self.certain &= stable != Answer::Unknown;
        if self.steps <= 3 || self.steps == CONVERGENCE_STEPS {
            case.note(&format!("x after step {}", self.steps), || self.l.show(&self.x));
        }
    }

    /// It ended. Without a step nothing was checked.
    fn stable(&self) -> Outcome {
        if self.steps == 0 { Outcome::Vacuous } else { Outcome::Holds }
    }

    fn endless(&self) -> Outcome {
        if self.certain { Outcome::Violated } else { Outcome::Unknown }
    }
}

/// An element that was looked for.
enum Found {
    Element(Slot),
    Nothing,
    /// There may have been one.
    Unknown,
}

/// What drives a chain: the same push at every step, as a loop counter does, a new one each time, or
/// two or three that take turns.
struct Push {
    recorded: Vec<Vec<u64>>,
    /// How many are recorded before they are repeated; `None` for a new one each time.
    turns: Option<usize>,
    steps: usize,
}

impl Push {
    fn draw(case: &mut Case) -> Push {
        let turns = match case.generator().draw(3) {
            0 => Some(1),
            1 => None,
            more => Some(more as usize),
        };
        Push { recorded: vec![], turns, steps: 0 }
    }

    fn takes_turns(&self) -> bool {
        self.turns.is_some_and(|turns| turns > 1)
    }

    fn element(&mut self, case: &mut Case, generate: impl FnOnce(&mut Case) -> Found) -> Found {
        self.steps += 1;
        if let Some(turns) = self.turns
            && self.recorded.len() == turns
        {
            let push = &self.recorded[(self.steps - 1) % turns];
            return generate(&mut Case::new(Choices::replay(push)));
        }
        let start = case.choices.count();
        let found = generate(case);
        self.recorded.push(case.choices.drawn()[start..].to_vec());
        found
    }
}

/// How often an element is brought nearer. With twelve, a push mostly breaks a single constraint, which is
/// what it takes to see that a widening brings back what it dropped.
const NEARER: usize = 12;

/// An element that is not below `a`, to push a chain upwards; just beyond `a` if it is to be `near`.
fn beyond(l: &Subject<Erased>, a: &Slot, case: &mut Case, near: bool) -> Found {
    let found = search(|| {
        let b = l.above(a, case.generator());
        (b, l.leq(&b, a))
    });
    let Found::Element(mut b) = found else { return found };
    for _ in 0..if near { NEARER } else { 0 } {
        let nearer = l.meet(&b, &l.above(a, case.generator()));
        if l.leq(&nearer, a).is_no() {
            b = nearer;
        }
    }
    Found::Element(b)
}

/// An element strictly below `a`.
fn strictly_below(l: &Subject<Erased>, a: &Slot, case: &mut Case) -> Found {
    search(|| {
        let b = l.below(a, case.generator());
        (b, l.leq(a, &b))
    })
}

/// A few tries for an element that is definitely not related.
fn search(mut attempt: impl FnMut() -> (Slot, Answer)) -> Found {
    let mut missed = Found::Nothing;
    for _ in 0..4 {
        match attempt() {
            (element, Answer::No) => return Found::Element(element),
            (_, Answer::Unknown) => missed = Found::Unknown,
            (_, Answer::Yes) => {}
        }
    }
    missed
}

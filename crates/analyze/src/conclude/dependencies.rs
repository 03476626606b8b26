//! Which assumptions can matter where: those at labels from which control can get there.

use super::assumptions::Assumed;
use crate::AssumptionId;
use crate::engine::Engine;
use crate::graph::End;
use soundline_c::{Action, Callee, FunctionId, Terminator};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A segment of a function, in any context.
pub(crate) type Spot = (FunctionId, u32);

/// For each segment, the assumptions that what is known there may depend on.
pub(crate) struct Dependencies {
    on: BTreeMap<Spot, Vec<AssumptionId>>,
    /// From which instruction on a segment depends on assumptions that are made inside of it.
    inside: BTreeMap<Spot, Vec<(usize, AssumptionId)>>,
    next: BTreeMap<Spot, Vec<Spot>>,
    before: BTreeMap<Spot, Vec<Spot>>,
    known: RefCell<BTreeMap<Spot, Rc<BTreeSet<Spot>>>>,
    /// Where each assumption is made.
    pub(crate) origins: BTreeMap<AssumptionId, Vec<Spot>>,
}

impl Dependencies {
    pub(crate) fn new(engine: &Engine<'_>, assumed: &[Assumed], functions: &[FunctionId]) -> Self {
        let next = successors(engine, functions);
        let mut before: BTreeMap<Spot, Vec<Spot>> = BTreeMap::new();
        for (from, all) in &next {
            all.iter().for_each(|next| before.entry(*next).or_default().push(*from));
        }
        let mut flow = Flow::new(&next, assumed.iter().flat_map(|one| &one.origins));
        let mut on: Vec<Vec<AssumptionId>> = vec![Vec::new(); flow.spots.len()];
        let mut origins = BTreeMap::new();
        let mut inside: BTreeMap<Spot, Vec<(usize, AssumptionId)>> = BTreeMap::new();
        for one in assumed {
            let id = one.assumption.id;
            let within = one.inside.iter().map(|(spot, _)| *spot);
            let behind = within.clone().flat_map(|spot| next.get(&spot).into_iter().flatten());
            let starts: Vec<Spot> = one.origins.iter().chain(behind).copied().collect();
            flow.reach(&starts, |spot| on[spot].push(id));
            for (spot, at) in &one.inside {
                inside.entry(*spot).or_default().push((*at, id));
            }
            origins.insert(id, one.origins.iter().copied().chain(within).collect());
        }
        let on = flow.spots.into_iter().zip(on).filter(|(_, all)| !all.is_empty()).collect();
        Self { on, inside, next, before, known: RefCell::default(), origins }
    }

    /// The assumptions that what is known before an instruction of a segment depends on.
    pub(crate) fn of(&self, spot: Spot, at: usize) -> BTreeSet<AssumptionId> {
        let mut all: BTreeSet<AssumptionId> =
            self.on.get(&spot).into_iter().flatten().copied().collect();
        let inside = self.inside.get(&spot).into_iter().flatten();
        all.extend(inside.filter(|(from, _)| *from < at).map(|(_, id)| *id));
        all
    }

    /// All segments that control can get to from some, these included.
    pub(crate) fn reach(&self, from: &[Spot]) -> BTreeSet<Spot> {
        reach(&self.next, from)
    }

    /// All segments from which control can get to one, this included.
    pub(crate) fn reaching(&self, to: Spot) -> Rc<BTreeSet<Spot>> {
        if let Some(known) = self.known.borrow().get(&to) {
            return known.clone();
        }
        let found = Rc::new(reach(&self.before, &[to]));
        self.known.borrow_mut().insert(to, found.clone());
        found
    }
}

/// The flow of the program with a number for each segment: there may be hundreds of assumptions, and what each gets to is looked for.
struct Flow {
    spots: Vec<Spot>,
    next: Vec<Vec<usize>>,
    /// The last question that came to each segment.
    seen: Vec<usize>,
    questions: usize,
}

impl Flow {
    /// Of the flow, and of segments that may stand alone.
    fn new<'s>(
        flow: &'s BTreeMap<Spot, Vec<Spot>>,
        others: impl Iterator<Item = &'s Spot>,
    ) -> Flow {
        let ends = flow.iter().flat_map(|(from, all)| all.iter().chain([from]));
        let spots: BTreeSet<Spot> = ends.chain(others).copied().collect();
        let spots: Vec<Spot> = spots.into_iter().collect();
        let number = |spot: &Spot| spots.binary_search(spot).expect("all are there");
        let mut next = vec![Vec::new(); spots.len()];
        for (from, all) in flow {
            next[number(from)] = all.iter().map(number).collect();
        }
        let seen = vec![0; spots.len()];
        Flow { spots, next, seen, questions: 0 }
    }

    /// All segments that control can get to from some, these included.
    fn reach(&mut self, from: &[Spot], mut found: impl FnMut(usize)) {
        self.questions += 1;
        let known = from.iter().filter_map(|spot| self.spots.binary_search(spot).ok());
        let mut left: Vec<usize> = known.collect();
        while let Some(spot) = left.pop() {
            if std::mem::replace(&mut self.seen[spot], self.questions) != self.questions {
                found(spot);
                left.extend(&self.next[spot]);
            }
        }
    }
}

/// A number for each segment, added up over all from which control can get to one. Segments are
/// numbered here: programs have many, and each is asked for.
pub(crate) struct Backwards {
    spots: Vec<Spot>,
    numbers: BTreeMap<Spot, usize>,
    before: Vec<Vec<usize>>,
    values: Vec<u64>,
    sums: Vec<Option<(u64, Option<Spot>)>>,
    /// The last question that came to each segment.
    seen: Vec<usize>,
}

impl Backwards {
    pub(crate) fn new(dependencies: &Dependencies, values: &BTreeMap<Spot, u64>) -> Self {
        let ends = dependencies.next.iter().flat_map(|(from, all)| all.iter().chain([from]));
        let spots: BTreeSet<Spot> = ends.chain(values.keys()).copied().collect();
        let values = spots.iter().map(|spot| values.get(spot).copied().unwrap_or(0)).collect();
        let spots: Vec<Spot> = spots.into_iter().collect();
        let numbers: BTreeMap<Spot, usize> = spots.iter().copied().zip(0..).collect();
        let mut before = vec![Vec::new(); numbers.len()];
        for (from, all) in &dependencies.next {
            all.iter().for_each(|to| before[numbers[to]].push(numbers[from]));
        }
        let count = numbers.len();
        Self { spots, numbers, before, values, sums: vec![None; count], seen: vec![0; count] }
    }

    /// The sum over all segments from which control can get to one, this included, and the first segment in the text that
    /// adds to it; one of the same function if there is one.
    pub(crate) fn sum(&mut self, to: Spot) -> (u64, Option<Spot>) {
        let Some(start) = self.numbers.get(&to).copied() else { return (0, None) };
        if let Some(known) = self.sums[start] {
            return known;
        }
        // Each segment is asked for once, so that its number tells questions apart.
        let question = start + 1;
        let (mut sum, mut left) = (0, vec![start]);
        let mut first: Option<(bool, Spot)> = None;
        self.seen[start] = question;
        while let Some(spot) = left.pop() {
            sum += self.values[spot];
            if self.values[spot] > 0 {
                let own = self.spots[spot];
                let rank = (own.0 != to.0, own);
                first = Some(first.map_or(rank, |known| known.min(rank)));
            }
            for before in &self.before[spot] {
                if std::mem::replace(&mut self.seen[*before], question) != question {
                    left.push(*before);
                }
            }
        }
        let found = (sum, first.map(|(_, spot)| spot));
        self.sums[start] = Some(found);
        found
    }
}

fn reach(next: &BTreeMap<Spot, Vec<Spot>>, from: &[Spot]) -> BTreeSet<Spot> {
    let mut seen: BTreeSet<Spot> = from.iter().copied().collect();
    let mut left: Vec<Spot> = from.to_vec();
    while let Some(spot) = left.pop() {
        let all = next.get(&spot).map_or(&[][..], |all| all);
        left.extend(all.iter().copied().filter(|spot| seen.insert(*spot)));
    }
    seen
}

/// The flow of the program without contexts. Functions that are analysed alone do not flow into each
/// other.
fn successors(engine: &Engine<'_>, functions: &[FunctionId]) -> BTreeMap<Spot, Vec<Spot>> {
    let mut next: BTreeMap<Spot, Vec<Spot>> = BTreeMap::new();
    let mut returns: BTreeMap<FunctionId, Vec<Spot>> = BTreeMap::new();
    let mut calls: Vec<(Spot, Vec<FunctionId>)> = Vec::new();
    for id in functions.iter().copied() {
        let shape = engine.shape(id);
        let cfg = shape.cfg;
        for (number, segment) in shape.segments.iter().enumerate() {
            let spot = (id, number as u32);
            let block = &cfg.blocks[segment.block];
            if segment.ends == End::Call {
                next.entry(spot).or_default().push((id, number as u32 + 1));
                if let Action::Call { callee, .. } = &block.instructions[segment.end - 1].action {
                    calls.push((spot, callees(engine, callee)));
                }
                continue;
            }
            for to in block.terminator.successors() {
                next.entry(spot).or_default().push((id, shape.first[to.index()] as u32));
            }
            if matches!(block.terminator, Terminator::Return(_)) {
                returns.entry(id).or_default().push(spot);
            }
        }
    }
    if engine.is_whole() {
        for ((id, number), callees) in calls {
            for callee in callees {
                next.entry((id, number)).or_default().push((callee, 0));
                for end in returns.get(&callee).into_iter().flatten() {
                    next.entry(*end).or_default().push((id, number + 1));
                }
            }
        }
    }
    next
}

/// The functions with bodies that a call may reach, also through what is called in between.
pub(super) fn callees(engine: &Engine<'_>, callee: &Callee) -> Vec<FunctionId> {
    match callee {
        Callee::Function(id) if engine.shapes[id.index()].is_some() => vec![*id],
        _ => engine.open.iter().copied().collect(),
    }
}

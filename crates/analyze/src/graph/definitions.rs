//! Which assignments to variables reach the instructions of a function.

use super::Held;
use soundline_c::{Action, Base, Callee, Cfg, Meaning, Place, Program, VarId};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// An assignment to a variable, by its block and place there; none is the start of the function.
pub(crate) type Definition = Option<(usize, usize)>;

/// The assignments that reach the start of a block, by variable and block.
type Known = HashMap<(VarId, usize), Rc<BTreeSet<Definition>>>;

/// The assignments of a function. Those that reach a block are looked for backwards when they are asked for: most variables
/// are asked for in few blocks.
pub(crate) struct Definitions {
    /// The blocks that control may come from, of those that it can get to.
    before: Vec<Vec<usize>>,
    /// Where each variable is assigned, by block.
    assigned: HashMap<VarId, HashMap<usize, Vec<usize>>>,
    /// Where memory is freed: behind it no pointer is what it was.
    freed: HashMap<usize, Vec<usize>>,
    known: RefCell<Known>,
    /// The joins of the values that a variable may have at the start of a block.
    joined: RefCell<HashMap<(VarId, usize), BTreeSet<usize>>>,
    ends: RefCell<HashMap<VarId, Rc<Ends>>>,
}

/// The assignments that a variable may have its value from at the end of each block, as bits.
struct Ends {
    words: usize,
    bits: Vec<u64>,
}

impl Ends {
    fn of(&self, block: usize) -> &[u64] {
        &self.bits[block * self.words..(block + 1) * self.words]
    }

    /// Whether the value can only be that of the start.
    fn is_start(&self, of: &[u64]) -> bool {
        of[0] == 1 && of[1..].iter().all(|word| *word == 0)
    }
}

impl Definitions {
    pub(crate) fn new(program: &Program, cfg: &Cfg) -> Self {
        let mut assigned: HashMap<VarId, HashMap<usize, Vec<usize>>> = HashMap::new();
        let mut freed: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, block) in cfg.blocks.iter().enumerate() {
            for (at, instruction) in block.instructions.iter().enumerate() {
                for id in written(&instruction.action) {
                    assigned.entry(id).or_default().entry(number).or_default().push(at);
                }
                if frees(program, &instruction.action) {
                    freed.entry(number).or_default().push(at);
                }
            }
        }
        let (known, joined, ends) = <(RefCell<_>, RefCell<_>, RefCell<_>)>::default();
        Self { before: before(cfg), assigned, freed, known, joined, ends }
    }

    /// The same where memory that is freed changes no variable.
    pub(crate) fn of_values(program: &Program, cfg: &Cfg) -> Self {
        Self { freed: HashMap::new(), ..Self::new(program, cfg) }
    }

    /// The same where a pointer is not what it was once a variable has ended that it may be to.
    pub(crate) fn until_ends(mut self, cfg: &Cfg, held: &Held) -> Self {
        for (number, block) in cfg.blocks.iter().enumerate() {
            for (at, instruction) in block.instructions.iter().enumerate() {
                let Action::End(id) = &instruction.action else { continue };
                for holder in held.holders(*id).into_iter().flatten() {
                    let own = self.assigned.entry(*holder).or_default();
                    let own = own.entry(number).or_default();
                    own.push(at);
                    own.sort_unstable();
                }
            }
        }
        self
    }

    /// The blocks at whose start values of a variable from different assignments meet, of those that it may have before an
    /// instruction.
    pub(crate) fn joins(&self, id: VarId, block: usize, at: usize) -> BTreeSet<usize> {
        let of = |number: usize| self.assigned.get(&id).and_then(|own| own.get(&number));
        let mut found = BTreeSet::new();
        let inside = of(block).is_some_and(|all| all.iter().any(|own| *own < at));
        if inside || self.reaching(id, block, at).len() < 2 {
            return found;
        }
        if let Some(known) = self.joined.borrow().get(&(id, block)) {
            return known.clone();
        }
        let ends = self.ends(id);
        let (mut seen, mut left) = (BTreeSet::from([block]), vec![block]);
        while let Some(number) = left.pop() {
            let mut coming = self.before[number].iter().map(|before| ends.of(*before));
            let first = coming.next();
            let start = number == 0 && first.is_some_and(|first| !ends.is_start(first));
            if start || coming.any(|other| Some(other) != first) {
                found.insert(number);
            }
            let all = self.before[number].iter().copied().filter(|before| of(*before).is_none());
            left.extend(all.filter(|before| seen.insert(*before)));
        }
        self.joined.borrow_mut().insert((id, block), found.clone());
        found
    }

    /// The assignments that a variable may have its value from at the ends of all blocks.
    fn ends(&self, id: VarId) -> Rc<Ends> {
        if let Some(known) = self.ends.borrow().get(&id) {
            return known.clone();
        }
        let own = self.assigned.get(&id);
        let assigns = |number: usize| {
            own.is_some_and(|own| own.contains_key(&number)) || self.freed.contains_key(&number)
        };
        let blocks = self.before.len();
        // The first bit stands for the start of the function.
        let assigning: Vec<usize> = (0..blocks).filter(|number| assigns(*number)).collect();
        let words = (assigning.len() + 1).div_ceil(64);
        let mut ends = Ends { words, bits: vec![0; blocks * words] };
        let bit = |at: usize, place: usize| (at * words + place / 64, 1u64 << (place % 64));
        for (place, number) in (1..).zip(&assigning) {
            let (word, bit) = bit(*number, place);
            ends.bits[word] |= bit;
        }
        let others: Vec<usize> = (0..blocks).filter(|number| !assigns(*number)).collect();
        if others.first() == Some(&0) {
            ends.bits[0] |= 1;
        }
        loop {
            let mut changed = false;
            for number in &others {
                for word in 0..words {
                    let old = ends.bits[number * words + word];
                    let coming = self.before[*number].iter();
                    let new = coming.fold(old, |all, from| all | ends.bits[from * words + word]);
                    changed |= new != old;
                    ends.bits[number * words + word] = new;
                }
            }
            if !changed {
                break;
            }
        }
        let ends = Rc::new(ends);
        self.ends.borrow_mut().insert(id, ends.clone());
        ends
    }

    /// All assignments to a variable.
    pub(crate) fn of(&self, id: VarId) -> impl Iterator<Item = (usize, usize)> + '_ {
        let own = self.assigned.get(&id).into_iter().flatten();
        own.flat_map(|(block, all)| all.iter().map(|at| (*block, *at)))
    }

    /// The assignments that a variable may have its value from before an instruction.
    pub(crate) fn reaching(&self, id: VarId, block: usize, at: usize) -> Rc<BTreeSet<Definition>> {
        let own = self.assigned.get(&id);
        let last = |block: usize, end: usize| {
            let of = |all: Option<&Vec<usize>>| {
                all.and_then(|all| all.iter().copied().rfind(|at| *at < end))
            };
            of(own.and_then(|own| own.get(&block))).max(of(self.freed.get(&block)))
        };
        if let Some(own) = last(block, at) {
            return Rc::new(BTreeSet::from([Some((block, own))]));
        }
        if let Some(known) = self.known.borrow().get(&(id, block)) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([block]);
        let mut left = vec![block];
        while let Some(number) = left.pop() {
            if number == 0 {
                found.insert(None);
            }
            for before in &self.before[number] {
                match last(*before, usize::MAX) {
                    Some(own) => drop(found.insert(Some((*before, own)))),
                    None if seen.insert(*before) => left.push(*before),
                    None => {}
                }
            }
        }
        let found = Rc::new(found);
        self.known.borrow_mut().insert((id, block), found.clone());
        found
    }
}

/// The blocks before each, of those that control can get to.
fn before(cfg: &Cfg) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); cfg.blocks.len()];
    let mut seen = BTreeSet::from([0]);
    let mut left = vec![0];
    while let Some(number) = left.pop() {
        for next in cfg.blocks[number].terminator.successors() {
            before[next.index()].push(number);
            if seen.insert(next.index()) {
                left.push(next.index());
            }
        }
    }
    before
}

/// The variables that an instruction assigns to by name, as a whole or in part.
pub(crate) fn written(action: &Action) -> Vec<VarId> {
    let of = |place: &Place| match place.base {
        Base::Variable(id) => Some(id),
        Base::Pointer(_) => None,
    };
    match action {
        Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => {
            of(place).into_iter().collect()
        }
        Action::Call { result, .. } => result.as_ref().and_then(of).into_iter().collect(),
        Action::Unknown { places, .. } => places.iter().filter_map(of).collect(),
        Action::Declare(id) => vec![*id],
        _ => Vec::new(),
    }
}

fn frees(program: &Program, action: &Action) -> bool {
    let Action::Call { callee: Callee::Function(id), .. } = action else { return false };
    let meaning = program.function(*id).model.map(|model| model.meaning);
    matches!(meaning, Some(Meaning::Free | Meaning::Reallocate(_) | Meaning::Line))
}

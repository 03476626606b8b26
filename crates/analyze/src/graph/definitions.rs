//! Which assignments to variables reach the instructions of a function.

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
        let (known, joined) = (RefCell::default(), RefCell::default());
        Self { before: before(cfg), assigned, freed, known, joined }
    }

    /// The same where memory that is freed changes no variable.
    pub(crate) fn of_values(program: &Program, cfg: &Cfg) -> Self {
        Self { freed: HashMap::new(), ..Self::new(program, cfg) }
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
        let behind = |number: usize| self.reaching(id, number, usize::MAX);
        let (mut seen, mut left) = (BTreeSet::from([block]), vec![block]);
        while let Some(number) = left.pop() {
            // Where only one way leads nothing meets.
            if self.before[number].len() > 1 || number == 0 {
                let mut coming: BTreeSet<_> =
                    self.before[number].iter().map(|before| behind(*before)).collect();
                if number == 0 {
                    coming.insert(Rc::new(BTreeSet::from([None])));
                }
                if coming.len() > 1 {
                    found.insert(number);
                }
            }
            let all = self.before[number].iter().copied().filter(|before| of(*before).is_none());
            left.extend(all.filter(|before| seen.insert(*before)));
        }
        self.joined.borrow_mut().insert((id, block), found.clone());
        found
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
    matches!(meaning, Some(Meaning::Free | Meaning::Reallocate(_)))
}

//! Which assignments a variable may have its value from, and whether it was compared with null since.

mod memory;

use crate::engine::Engine;
use crate::graph::{Ways, only_reads, written};
use crate::state::Env;
use soundline_c::{
    Action, Base, BinaryOp, Callee, CheckKind, FunctionId, Instruction, Place, Program, Storage,
    Terminator, Type, Types, UnaryOp, Value, ValueKind, VarId,
};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// An assignment to a variable, by its block and place there; none is the start of the function.
pub(super) type Definition = Option<(usize, usize)>;

/// The assignments that reach the start of a block, by variable and block.
type Known = HashMap<(VarId, usize), Rc<BTreeSet<Definition>>>;

/// Changes of variables, by variable and block.
type Open = HashMap<(VarId, usize), Rc<BTreeSet<(usize, usize)>>>;

/// The graph of a function, looked at backwards.
pub(crate) struct Reaching<'a, 'p> {
    engine: &'a Engine<'p>,
    function: FunctionId,
    before: Vec<Vec<usize>>,
    /// Where each variable is assigned, in the order of blocks.
    assigned: HashMap<VarId, Vec<(usize, usize)>>,
    /// Where each variable is assigned or compared, in the order of blocks.
    named: HashMap<VarId, Vec<(usize, usize)>>,
    /// Where variables end.
    ended: Vec<(VarId, (usize, usize))>,
    known: RefCell<Known>,
    /// The changes that reach the start of a block without a comparison with null, by variable and block.
    open: RefCell<Open>,
    /// The variables that are lent to functions.
    lent: BTreeSet<VarId>,
    /// Those of them whose address one of these may keep.
    kept: BTreeSet<VarId>,
    /// The blocks that control may get to from the end of others.
    ways: Ways,
}

impl<'a, 'p> Reaching<'a, 'p> {
    pub(crate) fn new(engine: &'a Engine<'p>, function: FunctionId) -> Self {
        let cfg = engine.shape(function).cfg;
        let mut lent = super::lent::lent(engine.program, cfg);
        lent.retain(|id| !engine.env.is_named(*id));
        let blocks = &cfg.blocks;
        let mut before = vec![Vec::new(); blocks.len()];
        let mut assigned: HashMap<VarId, Vec<(usize, usize)>> = HashMap::new();
        let mut named: HashMap<VarId, Vec<(usize, usize)>> = HashMap::new();
        let (mut ended, mut kept) = (Vec::new(), BTreeSet::new());
        for (number, block) in blocks.iter().enumerate() {
            for next in block.terminator.successors() {
                before[next.index()].push(number);
            }
            for (at, instruction) in block.instructions.iter().enumerate() {
                kept.extend(kept_by(engine, &instruction.action));
                let outputs = outputs(engine.program, &instruction.action);
                let outputs = outputs.filter(|id| lent.contains(id));
                for id in written(&instruction.action).into_iter().chain(outputs) {
                    assigned.entry(id).or_default().push((number, at));
                }
                let compared = match &instruction.action {
                    Action::Assume(value) => compared(value),
                    _ => None,
                };
                for id in written(&instruction.action).into_iter().chain(compared) {
                    named.entry(id).or_default().push((number, at));
                }
                if let Action::End(id) = &instruction.action {
                    ended.push((*id, (number, at)));
                }
            }
        }
        let (known, open, ways) = (RefCell::default(), RefCell::default(), Ways::default());
        Self { engine, function, before, assigned, named, ended, known, open, lent, kept, ways }
    }

    /// Whether all that can change a variable is known: assignments, and the functions that it is lent to.
    pub(super) fn is_followed(&self, id: VarId) -> bool {
        self.engine.env.is_named(id) || self.lent.contains(&id)
    }

    /// The blocks before one.
    pub(super) fn before(&self, block: usize) -> &[usize] {
        &self.before[block]
    }

    /// The assignments that a variable may have its value from before an instruction.
    pub(super) fn of(&self, id: VarId, block: usize, at: usize) -> Rc<BTreeSet<Definition>> {
        let own = self.assigned.get(&id).map_or(&[][..], |all| all);
        let last = |block: usize, end: usize| {
            let before = own.partition_point(|own| *own < (block, end)).checked_sub(1)?;
            Some(own[before]).filter(|own| own.0 == block).map(|own| own.1)
        };
        if let Some(own) = last(block, at) {
            return Rc::new(BTreeSet::from([Some((block, own))]));
        }
        if let Some(known) = self.known.borrow().get(&(id, block)) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let mut seen = vec![false; self.before.len()];
        seen[block] = true;
        let mut left = vec![block];
        while let Some(number) = left.pop() {
            if number == 0 {
                found.insert(None);
            }
            for before in &self.before[number] {
                match last(*before, usize::MAX) {
                    Some(own) => drop(found.insert(Some((*before, own)))),
                    None if !std::mem::replace(&mut seen[*before], true) => left.push(*before),
                    None => {}
                }
            }
        }
        let found = Rc::new(found);
        self.known.borrow_mut().insert((id, block), found.clone());
        found
    }

    /// The instructions of a block before one that may say something about a variable, the last first.
    fn telling(&self, id: VarId, block: usize, end: usize) -> Vec<usize> {
        if is_shared(&self.engine.env, id) {
            return (0..end).rev().collect();
        }
        let named = self.named.get(&id).map_or(&[][..], |all| all);
        let first = named.partition_point(|own| *own < (block, 0));
        let all = named[first..].iter().take_while(|own| **own < (block, end));
        let mut all: Vec<usize> = all.map(|own| own.1).collect();
        all.reverse();
        all
    }

    /// What an instruction says about a variable, if it does.
    fn says<'v>(&self, instruction: &'v Instruction, id: VarId) -> Option<Said<'v>> {
        let program = self.engine.program;
        let shared = is_shared(&self.engine.env, id);
        match &instruction.action {
            Action::Assume(value) if side(value, &named(id)) == Some(true) => Some(Said::NotNull),
            Action::Assign(place, value) if place.as_variable() == Some(id) => {
                Some(given(&program.types, value))
            }
            // One that is only lent stays as it is, unless a function that it is lent to changes it.
            Action::Call { .. } if shared && self.is_only_lent(id) => {
                let assigned = written(&instruction.action).contains(&id);
                let stays = !assigned && self.leaves_moved(&instruction.action, id);
                (!stays).then_some(Said::Nothing)
            }
            Action::Call { .. } | Action::Unknown { .. } if shared => Some(Said::Nothing),
            Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _)
                if shared && matches!(place.base, Base::Pointer(_)) && !self.is_only_lent(id) =>
            {
                Some(Said::Nothing)
            }
            action if written(action).contains(&id) => Some(Said::Nothing),
            _ => None,
        }
    }

    /// Whether a call leaves the pointer in a variable that is lent, moved on or not.
    fn leaves_moved(&self, action: &Action, id: VarId) -> bool {
        let Action::Call { callee, arguments, .. } = action else { return false };
        let lent = |argument: &Value| super::lent::variable(argument) == Some(id);
        let moves_on = |number: usize| match callee {
            Callee::Function(callee) => {
                let summary = self.engine.summaries.of(*callee);
                only_reads(self.engine.program, *callee, number)
                    || summary.is_some_and(|summary| summary.leaves.moves_on(number))
            }
            Callee::Pointer(_) => false,
        };
        let mut given = arguments.iter().enumerate().filter(|(_, argument)| lent(argument));
        match (given.next(), given.next()) {
            (None, _) => true,
            (Some((number, _)), None) => moves_on(number),
            _ => false,
        }
    }

    /// Whether control passes one of these blocks whichever way it takes through the function, but for ways on which one of these
    /// variables is found to be null.
    pub(super) fn are_on_all_ways(
        &self,
        passed: impl Iterator<Item = usize>,
        null: &[VarId],
    ) -> bool {
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        let mut seen: BTreeSet<usize> = passed.collect();
        if !seen.insert(0) {
            return true;
        }
        let mut left = vec![0];
        while let Some(number) = left.pop() {
            let terminator = &blocks[number].terminator;
            let next = terminator.successors();
            if next.is_empty() {
                return false;
            }
            let counts = |to: &usize| !null.iter().any(|id| leads_to_null(terminator, *id, *to));
            let next = next.iter().map(|next| next.index()).filter(counts);
            left.extend(next.filter(|next| seen.insert(*next)));
        }
        true
    }

    /// Whether control may get from one instruction to another.
    pub(super) fn is_before(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        self.ways.lead(&self.engine.shape(self.function).cfg.blocks, from, to)
    }

    /// Whether a variable may have ended before an instruction.
    pub(super) fn is_ended(&self, id: VarId, at: (usize, usize)) -> bool {
        self.ended.iter().any(|(own, end)| *own == id && self.is_before(*end, at))
    }

    /// Whether the address of a variable is given to functions, and to nothing else.
    pub(super) fn is_lent(&self, id: VarId) -> bool {
        self.lent.contains(&id)
    }

    /// Whether only the functions that a variable is lent to can write there, and only until they return.
    pub(super) fn is_only_lent(&self, id: VarId) -> bool {
        self.lent.contains(&id) && !self.kept.contains(&id)
    }

    /// Whether a function may keep the address of a variable that it is lent.
    pub(super) fn keeps_any(&self) -> bool {
        !self.kept.is_disjoint(&self.lent)
    }

    /// Whether what a pointer is read from was found not to be null, whatever is added to it.
    pub(crate) fn is_no_null(&self, pointer: &Value, at: (usize, usize)) -> bool {
        match &super::values::innermost(pointer).kind {
            ValueKind::Load(place) => self.is_guarded_by(place, at, &mut Looked::default()),
            _ => false,
        }
    }

    /// Whether a variable was found not to be null, since it got its value or before in the place that it got it from,
    /// whichever way control came.
    pub(super) fn is_guarded(&self, id: VarId, block: usize, at: usize) -> bool {
        self.is_guarded_variable(id, (block, at), &mut Looked::default())
    }

    fn is_guarded_by(&self, place: &Place, at: (usize, usize), looked: &mut Looked) -> bool {
        match place.as_variable() {
            Some(id) => self.is_guarded_variable(id, at, looked),
            None => self.holds_no_null(place, at, looked),
        }
    }

    /// The same of a place that another one has its value from. A variable that others may write is not followed.
    fn is_guarded_copy(&self, place: &Place, at: (usize, usize), looked: &mut Looked) -> bool {
        let named = |id: VarId| self.engine.env.is_named(id);
        place.as_variable().is_none_or(named) && self.is_guarded_by(place, at, looked)
    }

    fn is_guarded_variable(
        &self,
        id: VarId,
        (block, at): (usize, usize),
        looked: &mut Looked,
    ) -> bool {
        if !looked.variables.insert((id, block, at)) {
            return true;
        }
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        let originals = self.originals(id);
        // What the instructions of a block say last, the others left out; or what was found of the originals behind them.
        let mut last = |number: usize, end: usize, mut held: Held| -> Result<bool, Held> {
            let all = &blocks[number].instructions;
            let end = end.min(all.len());
            let mut telling = self.telling(id, number, end);
            if !originals.is_empty() {
                originals.iter().for_each(|own| telling.extend(self.telling(*own, number, end)));
                telling.sort_unstable_by(|one, other| other.cmp(one));
                telling.dedup();
            }
            for at in telling {
                // What is asserted must hold: that is no case in which it need not.
                if at > 0 && is_asserted(&all[at - 1].action, &all[at].action) {
                    continue;
                }
                match self.says(&all[at], id) {
                    Some(Said::NotNull) => return Ok(true),
                    Some(Said::Nothing) => return Ok(false),
                    Some(Said::As(other)) => {
                        let compared = originals
                            .iter()
                            .zip(held)
                            .any(|(own, held)| held && other.as_variable() == Some(*own));
                        return Ok(compared || self.is_guarded_copy(other, (number, at), looked));
                    }
                    None => {}
                }
                // What is assigned to an original is not what was copied.
                let tests = matches!(all[at].action, Action::Assume(_));
                for (own, held) in originals.iter().zip(&mut held) {
                    if let Some(said) = self.says(&all[at], *own) {
                        *held = tests && matches!(said, Said::NotNull);
                    }
                }
            }
            Err(held)
        };
        let held = match last(block, at, Held::default()) {
            Ok(guarded) => return guarded,
            Err(_) if block == 0 => return false,
            Err(held) => held,
        };
        let mut seen = HashSet::from([(block, held)]);
        let mut left = vec![(block, held)];
        while let Some((number, held)) = left.pop() {
            for before in &self.before[number] {
                let terminator = &blocks[*before].terminator;
                if leads_only(terminator, &named(id), number) {
                    continue;
                }
                let mut held = held;
                for (own, held) in originals.iter().zip(&mut held) {
                    *held |= leads_only(terminator, &named(*own), number);
                }
                match last(*before, usize::MAX, held) {
                    Ok(true) => {}
                    Ok(false) => return false,
                    Err(_) if *before == 0 => return false,
                    Err(held) if seen.insert((*before, held)) => left.push((*before, held)),
                    Err(_) => {}
                }
            }
        }
        true
    }

    /// The last instruction of a block before one that says something about a variable, and whether it says that this is not null.
    fn last_told(&self, id: VarId, block: usize, end: usize) -> Option<(usize, bool)> {
        let all = &self.engine.shape(self.function).cfg.blocks[block].instructions;
        self.telling(id, block, end.min(all.len())).into_iter().find_map(|at| {
            // What is asserted must hold: that is no case in which it need not.
            if at > 0 && is_asserted(&all[at - 1].action, &all[at].action) {
                return None;
            }
            Some((at, matches!(self.says(&all[at], id)?, Said::NotNull)))
        })
    }

    /// The instructions that change a variable from which control may get to another one without a comparison with null; none if
    /// others may change it, too.
    pub(crate) fn unguarded(
        &self,
        id: VarId,
        (block, at): (usize, usize),
    ) -> Option<Rc<BTreeSet<(usize, usize)>>> {
        if is_shared(&self.engine.env, id) {
            return None;
        }
        if let Some((own, not_null)) = self.last_told(id, block, at) {
            return Some(Rc::new((!not_null).then_some((block, own)).into_iter().collect()));
        }
        if let Some(known) = self.open.borrow().get(&(id, block)) {
            return Some(known.clone());
        }
        let mut found = BTreeSet::new();
        self.is_no_null_but(id, (block, 0), &mut |from| {
            found.insert(from);
            true
        });
        let found = Rc::new(found);
        self.open.borrow_mut().insert((id, block), found.clone());
        Some(found)
    }

    /// Whether a variable is not null before an instruction on all ways from assignments to it that are not harmless: it was compared
    /// since.
    pub(crate) fn is_no_null_but(
        &self,
        id: VarId,
        (block, at): (usize, usize),
        harmless: &mut dyn FnMut((usize, usize)) -> bool,
    ) -> bool {
        if is_shared(&self.engine.env, id) {
            return false;
        }
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        let mut last = |number: usize, end: usize| -> Option<bool> {
            let (at, not_null) = self.last_told(id, number, end)?;
            Some(not_null || harmless((number, at)))
        };
        match last(block, at) {
            Some(yes) => return yes,
            None if block == 0 => return true,
            None => {}
        }
        let mut seen = BTreeSet::from([block]);
        let mut left = vec![block];
        while let Some(number) = left.pop() {
            for before in &self.before[number] {
                if leads_only(&blocks[*before].terminator, &named(id), number) {
                    continue;
                }
                match last(*before, usize::MAX) {
                    Some(false) => return false,
                    None if seen.insert(*before) => left.push(*before),
                    _ => {}
                }
            }
        }
        true
    }

    /// The variables that a variable is a copy of, the first few: what is said of one after it was copied, and before it is assigned
    /// again, holds of the copy.
    fn originals(&self, id: VarId) -> Vec<VarId> {
        let env = &self.engine.env;
        if is_shared(env, id) {
            return Vec::new();
        }
        let mut found: Vec<VarId> = Vec::new();
        for (block, at) in self.assigned.get(&id).into_iter().flatten() {
            let block = &self.engine.shape(self.function).cfg.blocks[*block];
            if let Some(Said::As(other)) = self.says(&block.instructions[*at], id)
                && let Some(own) = other.as_variable()
                && own != id
                && !is_shared(env, own)
                && !found.contains(&own)
            {
                found.push(own);
            }
        }
        found.truncate(Held::default().len());
        found
    }
}

/// Which of the variables that another one is a copy of were found not to be null behind an instruction, and not assigned from there
/// back to it.
type Held = [bool; 4];

/// Whether others can change a variable, too.
fn is_shared(env: &Env<'_>, id: VarId) -> bool {
    let variable = env.program.variable(id);
    let lasts = matches!(variable.storage, Storage::Global | Storage::Extern | Storage::Static);
    lasts || !env.is_named(id)
}

/// Where it is being looked for already whether a variable or a place in memory was found not to be null: a way that comes back
/// there says nothing new.
#[derive(Default)]
struct Looked {
    variables: BTreeSet<(VarId, usize, usize)>,
    places: BTreeSet<(*const Place, usize, usize)>,
}

/// What an instruction says about a variable.
enum Said<'v> {
    /// It is not null.
    NotNull,
    /// It has the value of another place, or one that is not null if that is not.
    As(&'v Place),
    /// It may be anything.
    Nothing,
}

/// Whether an instruction assumes what the one before it asserts.
fn is_asserted(before: &Action, action: &Action) -> bool {
    let asserts =
        matches!(before, Action::Check(check) if matches!(check.kind, CheckKind::Assertion(_)));
    asserts && matches!(action, Action::Assume(_))
}

/// What is known of a pointer that is assigned.
fn given<'v>(types: &Types, value: &'v Value) -> Said<'v> {
    if !matches!(types.get(value.ty), Type::Pointer(_)) {
        return Said::Nothing;
    }
    match &value.kind {
        ValueKind::Load(place) => Said::As(place),
        // A step from a pointer stays in its object, or is undefined.
        ValueKind::Convert(inner) | ValueKind::PointerAdd { pointer: inner, .. } => {
            given(types, inner)
        }
        ValueKind::AddressOf(place) => match &place.base {
            Base::Variable(_) => Said::NotNull,
            Base::Pointer(inner) => given(types, inner),
        },
        _ => Said::Nothing,
    }
}

/// Whether a place is a variable.
fn named(id: VarId) -> impl Fn(&Place) -> bool {
    move |place| place.as_variable() == Some(id)
}

/// Whether a branch leads to a block only if a place is not null.
fn leads_only(terminator: &Terminator, is: &dyn Fn(&Place) -> bool, to: usize) -> bool {
    match terminator {
        Terminator::Branch(value, then, otherwise) if then != otherwise => match side(value, is) {
            Some(true) => then.index() == to,
            Some(false) => otherwise.index() == to,
            None => false,
        },
        _ => false,
    }
}

/// Whether a branch leads to a block only if a variable is null.
fn leads_to_null(terminator: &Terminator, id: VarId, to: usize) -> bool {
    match terminator {
        Terminator::Branch(value, then, otherwise) if then != otherwise => {
            match side(value, &named(id)) {
                Some(true) => otherwise.index() == to,
                Some(false) => then.index() == to,
                None => false,
            }
        }
        _ => false,
    }
}

/// The variable that a condition may compare with null.
fn compared(value: &Value) -> Option<VarId> {
    match &value.kind {
        ValueKind::Load(place) => place.as_variable(),
        ValueKind::Convert(inner) | ValueKind::Unary(UnaryOp::Not, inner) => compared(inner),
        ValueKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => {
            match (is_zero(left), is_zero(right)) {
                (true, false) => compared(right),
                (false, true) => compared(left),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The side of a condition on which a place is not null.
fn side(value: &Value, is: &dyn Fn(&Place) -> bool) -> Option<bool> {
    match &value.kind {
        ValueKind::Load(place) => is(place).then_some(true),
        ValueKind::Convert(inner) => side(inner, is),
        ValueKind::Unary(UnaryOp::Not, inner) => side(inner, is).map(|side| !side),
        ValueKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
            let other = match (is_zero(left), is_zero(right)) {
                (true, false) => right,
                (false, true) => left,
                _ => return None,
            };
            side(other, is).map(|side| side == (*op == BinaryOp::Ne))
        }
        _ => None,
    }
}

pub(super) fn is_zero(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Int(number) => *number == 0,
        ValueKind::Convert(inner) => is_zero(inner),
        _ => false,
    }
}

/// The variables whose addresses an instruction gives to a function that may write there.
fn outputs<'v>(program: &'v Program, action: &'v Action) -> impl Iterator<Item = VarId> + 'v {
    let (callee, arguments) = match action {
        Action::Call { callee: Callee::Function(id), arguments, .. } => (Some(*id), &arguments[..]),
        _ => (None, &[][..]),
    };
    let reads = move |number: usize| callee.is_some_and(|id| only_reads(program, id, number));
    let written = arguments.iter().enumerate().filter(move |(number, _)| !reads(*number));
    written.filter_map(|(_, argument)| super::lent::variable(argument))
}

/// The variables whose addresses an instruction gives to a function that may keep them.
fn kept_by(engine: &Engine<'_>, action: &Action) -> Vec<VarId> {
    let Action::Call { callee, arguments, .. } = action else { return Vec::new() };
    let keeps = |number: usize| match callee {
        Callee::Function(id) => super::kept::keeps_argument(engine, *id, number),
        Callee::Pointer(_) => true,
    };
    let all = arguments.iter().enumerate().filter(|(number, _)| keeps(*number));
    all.filter_map(|(_, argument)| super::lent::variable(argument)).collect()
}

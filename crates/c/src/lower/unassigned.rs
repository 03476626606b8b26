//! Reads of local variables that may have no value yet.
//!
//! A pass over the finished graph: only scalar variables whose address nobody takes are looked at, so that nothing
//! but the function itself can give them a value. A check is added only where some path leads from a declaration
//! to a read without a write between them.

use crate::{
    Action, Base, Block, Cfg, Check, CheckKind, Instruction, Place, Span, Storage, Terminator,
    Types, Value, ValueKind, VarId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is known where control is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Unassigned {
    /// Variables that have no value on some path that leads here.
    perhaps: BTreeSet<VarId>,
    /// Variables that have a value on some path that leads here.
    assigned: BTreeSet<VarId>,
}

impl Unassigned {
    fn join(&mut self, other: &Unassigned) -> bool {
        let before = (self.perhaps.len(), self.assigned.len());
        self.perhaps.extend(&other.perhaps);
        self.assigned.extend(&other.assigned);
        before != (self.perhaps.len(), self.assigned.len())
    }

    fn declare(&mut self, id: VarId) {
        self.perhaps.insert(id);
        self.assigned.remove(&id);
    }

    fn assign(&mut self, id: VarId) {
        self.perhaps.remove(&id);
        self.assigned.insert(id);
    }

    /// Walks over an instruction.
    fn pass(&mut self, action: &Action, watched: &BTreeSet<VarId>) {
        let written = |place: &Place| match place.base {
            Base::Variable(id) => Some(id).filter(|id| watched.contains(id)),
            Base::Pointer(_) => None,
        };
        match action {
            Action::Declare(id) if watched.contains(id) => self.declare(*id),
            Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => {
                written(place).into_iter().for_each(|id| self.assign(id));
            }
            Action::Call { result, .. } => {
                result.iter().filter_map(written).for_each(|id| self.assign(id));
            }
            // Nobody knows: no accusation comes of it.
            Action::Unknown { places, .. } => {
                places.iter().filter_map(written).for_each(|id| self.assign(id));
            }
            _ => {}
        }
    }
}

/// Adds the checks to the graph of a function.
pub(super) fn check_unassigned(cfg: &mut Cfg, variables: &[Variable], types: &Types) {
    let is_watched = |id: &VarId| {
        let variable = &variables[id.index()];
        variable.storage == Storage::Local
            && !variable.address_taken
            && !variable.volatile
            && !variable.cleanup
            && types.is_scalar(variable.ty)
    };
    let watched: BTreeSet<VarId> = cfg.locals.iter().copied().filter(is_watched).collect();
    if watched.is_empty() || !cfg.blocks.iter().any(|block| declares(block, &watched)) {
        return;
    }
    let starts = starts(cfg, &watched);
    let Cfg { blocks, checks, .. } = cfg;
    for (block, start) in blocks.iter_mut().zip(starts) {
        let Some(mut now) = start else { continue };
        let mut instructions = Vec::with_capacity(block.instructions.len());
        for instruction in std::mem::take(&mut block.instructions) {
            let reads = match &instruction.action {
                // What a check looks at is read by what follows it.
                Action::Check(_) => BTreeMap::new(),
                action => reads(action.values()),
            };
            add(&reads, &now, checks, &mut instructions);
            now.pass(&instruction.action, &watched);
            // Once is enough.
            reads.keys().filter(|id| watched.contains(id)).for_each(|id| now.assign(*id));
            instructions.push(instruction);
        }
        let last = match &block.terminator {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => Some(value),
            Terminator::GotoAddress(value, _) | Terminator::Return(Some(value)) => Some(value),
            _ => None,
        };
        add(&reads(last.into_iter().collect()), &now, checks, &mut instructions);
        block.instructions = instructions;
    }
}

fn declares(block: &Block, watched: &BTreeSet<VarId>) -> bool {
    let declares = |action: &Action| matches!(action, Action::Declare(id) if watched.contains(id));
    block.instructions.iter().any(|instruction| declares(&instruction.action))
}

/// What is known at the start of each block; none where nothing leads.
fn starts(cfg: &Cfg, watched: &BTreeSet<VarId>) -> Vec<Option<Unassigned>> {
    let mut starts: Vec<Option<Unassigned>> = vec![None; cfg.blocks.len()];
    starts[0] = Some(Unassigned { perhaps: watched.clone(), ..Unassigned::default() });
    let mut pending = BTreeSet::from([0]);
    while let Some(number) = pending.pop_first() {
        let Some(mut now) = starts[number].clone() else { continue };
        let block = &cfg.blocks[number];
        for instruction in &block.instructions {
            now.pass(&instruction.action, watched);
        }
        for next in block.terminator.successors() {
            let changed = match &mut starts[next.index()] {
                Some(known) => known.join(&now),
                none => {
                    *none = Some(now.clone());
                    true
                }
            };
            if changed {
                pending.insert(next.index());
            }
        }
    }
    starts
}

/// The variables that are read, each where that is first.
fn reads(values: Vec<&Value>) -> BTreeMap<VarId, Span> {
    let mut found = BTreeMap::new();
    let mut pending = values;
    while let Some(value) = pending.pop() {
        if let ValueKind::Load(place) = &value.kind
            && let Base::Variable(id) = place.base
        {
            found.entry(id).or_insert(value.span);
        }
        pending.extend(value.operands());
    }
    found
}

fn add(
    reads: &BTreeMap<VarId, Span>,
    now: &Unassigned,
    checks: &mut u32,
    instructions: &mut Vec<Instruction>,
) {
    for (variable, span) in reads.iter().filter(|(id, _)| now.perhaps.contains(id)) {
        let never = !now.assigned.contains(variable);
        let kind = CheckKind::Initialised { variable: *variable, never };
        let action = Action::Check(Check { id: *checks, kind });
        *checks += 1;
        instructions.push(Instruction { action, span: *span });
    }
}

//! Reads of local variables that may have no value yet.
//!
//! A pass over the finished graph: only scalar variables whose address nobody takes are looked at, so that nothing
//! but the function itself can give them a value. A check is added only where some path leads from a declaration
//! to a read without a write between them.

use super::variable_set::{Numbering, VariableSet};
use crate::{
    Action, Base, Block, Cfg, Check, CheckKind, Instruction, Place, Span, Storage, Terminator,
    Types, Value, ValueKind, VarId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is known where control is; or what a block changes of it, whatever was known before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unassigned {
    /// Variables that have no value on some path that leads here.
    perhaps: VariableSet,
    /// Variables that have a value on some path that leads here.
    assigned: VariableSet,
}

impl Unassigned {
    /// Nothing was declared or assigned.
    fn nothing(watched: &Numbering) -> Self {
        Self { perhaps: watched.none(), assigned: watched.none() }
    }

    fn join(&mut self, other: &Unassigned) -> bool {
        let perhaps = self.perhaps.add_all(&other.perhaps);
        self.assigned.add_all(&other.assigned) || perhaps
    }

    /// What is known behind a block.
    fn then(&self, block: &Unassigned) -> Unassigned {
        let mut after = self.clone();
        after.perhaps.remove_all(&block.assigned);
        after.assigned.remove_all(&block.perhaps);
        after.join(block);
        after
    }

    fn declare(&mut self, number: usize) {
        self.perhaps.insert(number);
        self.assigned.remove(number);
    }

    fn assign(&mut self, number: usize) {
        self.perhaps.remove(number);
        self.assigned.insert(number);
    }

    /// Walks over an instruction.
    fn pass(&mut self, action: &Action, watched: &Numbering) {
        let written = |place: &Place| match place.base {
            Base::Variable(id) => watched.of(id),
            Base::Pointer(_) => None,
        };
        match action {
            Action::Declare(id) => watched.of(*id).into_iter().for_each(|id| self.declare(id)),
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
    let watched: Numbering = cfg.locals.iter().copied().filter(is_watched).collect();
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
            add(&reads, &now, &watched, checks, &mut instructions);
            now.pass(&instruction.action, &watched);
            // Once is enough.
            reads.keys().filter_map(|id| watched.of(*id)).for_each(|id| now.assign(id));
            instructions.push(instruction);
        }
        let last = match &block.terminator {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => Some(value),
            Terminator::GotoAddress(value, _) | Terminator::Return(Some(value)) => Some(value),
            _ => None,
        };
        add(&reads(last.into_iter().collect()), &now, &watched, checks, &mut instructions);
        block.instructions = instructions;
    }
}

fn declares(block: &Block, watched: &Numbering) -> bool {
    let declares = |action: &Action| matches!(action, Action::Declare(id) if watched.has(*id));
    block.instructions.iter().any(|instruction| declares(&instruction.action))
}

/// What is known at the start of each block; none where nothing leads.
fn starts(cfg: &Cfg, watched: &Numbering) -> Vec<Option<Unassigned>> {
    let change = |block: &Block| {
        let mut change = Unassigned::nothing(watched);
        block.instructions.iter().for_each(|one| change.pass(&one.action, watched));
        change
    };
    let changes: Vec<Unassigned> = cfg.blocks.iter().map(change).collect();
    let mut starts: Vec<Option<Unassigned>> = vec![None; cfg.blocks.len()];
    starts[0] = Some(Unassigned { perhaps: watched.all(), ..Unassigned::nothing(watched) });
    let mut pending = BTreeSet::from([0]);
    while let Some(number) = pending.pop_first() {
        let Some(start) = &starts[number] else { continue };
        let end = start.then(&changes[number]);
        for next in cfg.blocks[number].terminator.successors() {
            let changed = match &mut starts[next.index()] {
                Some(known) => known.join(&end),
                none => {
                    *none = Some(end.clone());
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
    watched: &Numbering,
    checks: &mut u32,
    instructions: &mut Vec<Instruction>,
) {
    let perhaps = |id: VarId| watched.of(id).filter(|number| now.perhaps.contains(*number));
    for (variable, span) in reads {
        let Some(number) = perhaps(*variable) else { continue };
        let never = !now.assigned.contains(number);
        let kind = CheckKind::Initialised { variable: *variable, never };
        let action = Action::Check(Check { id: *checks, kind });
        *checks += 1;
        instructions.push(Instruction { action, span: *span });
    }
}

//! Reads of memory that may have no value yet: arrays, structs, variables whose address is taken, and what pointers
//! point to.
//!
//! A pass over finished graphs, for those who ask for it: there are as many of these checks as reads. Structs that are
//! copied as a whole are not read, nor are characters that are copied from memory to memory: C lets programs copy what
//! has no value.

use crate::{
    Action, Base, Cfg, Check, CheckKind, Instruction, Place, Program, Storage, Terminator, Types,
    Value, ValueKind, Variable,
};

impl Program {
    /// Adds a check before each read of memory that may have no value yet.
    pub fn check_reads(&mut self) {
        let Program { functions, variables, types, .. } = self;
        for cfg in functions.iter_mut().filter_map(|function| function.cfg.as_mut()) {
            Reads { variables, types }.check(cfg);
        }
    }
}

struct Reads<'p> {
    variables: &'p [Variable],
    types: &'p Types,
}

impl Reads<'_> {
    fn check(&self, cfg: &mut Cfg) {
        let Cfg { blocks, checks, .. } = cfg;
        for block in blocks {
            let mut instructions = Vec::with_capacity(block.instructions.len());
            for instruction in std::mem::take(&mut block.instructions) {
                let mut reads = Vec::new();
                self.collect_from(&instruction.action, &mut reads);
                add(reads, checks, &mut instructions);
                instructions.push(instruction);
            }
            let last = match &block.terminator {
                Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => Some(value),
                Terminator::GotoAddress(value, _) | Terminator::Return(Some(value)) => Some(value),
                _ => None,
            };
            let mut reads = Vec::new();
            last.into_iter().for_each(|value| self.collect(value, &mut reads));
            add(reads, checks, &mut instructions);
            block.instructions = instructions;
        }
    }

    fn collect_from(&self, action: &Action, reads: &mut Vec<Value>) {
        match action {
            Action::Check(_) => {}
            Action::Assign(to, value) if self.only_copies(to, value) => {
                let places = [Some(to), place_of(value)].into_iter().flatten();
                let inner = places.flat_map(Place::operands);
                inner.for_each(|value| self.collect(value, reads));
            }
            action => action.values().into_iter().for_each(|value| self.collect(value, reads)),
        }
    }

    /// Whether a character goes from memory to memory.
    fn only_copies(&self, to: &Place, value: &Value) -> bool {
        let character = self.types.integer(to.ty).is_some_and(|int| int.bits == 8);
        let stored = matches!(to.base, Base::Pointer(_)) || !to.path.is_empty();
        character && stored && place_of(value).is_some() && value.ty == to.ty
    }

    fn collect(&self, value: &Value, reads: &mut Vec<Value>) {
        value.operands().into_iter().for_each(|operand| self.collect(operand, reads));
        let ValueKind::Load(place) = &value.kind else { return };
        if self.types.is_scalar(place.ty) && !place.volatile && self.is_memory(place) {
            reads.push(value.clone());
        }
    }

    /// Whether something may not have been written there. What lives as long as the program always was.
    fn is_memory(&self, place: &Place) -> bool {
        let Base::Variable(id) = place.base else { return true };
        let variable = &self.variables[id.index()];
        let whole = self.types.is_scalar(variable.ty) && !variable.address_taken;
        match variable.storage {
            Storage::Local => !whole && !variable.volatile && !variable.cleanup,
            Storage::Parameter => !self.types.is_scalar(variable.ty),
            _ => false,
        }
    }
}

/// The place that a value is read from, as it is.
fn place_of(value: &Value) -> Option<&Place> {
    match &value.kind {
        ValueKind::Load(place) => Some(place),
        _ => None,
    }
}

fn add(reads: Vec<Value>, checks: &mut u32, instructions: &mut Vec<Instruction>) {
    for read in reads {
        let span = read.span;
        let action = Action::Check(Check { id: *checks, kind: CheckKind::Written(read) });
        *checks += 1;
        instructions.push(Instruction { action, span });
    }
}

//! What a function and all that it calls may change.

use crate::transfer::{is_modelled, is_pure};
use soundline_c::{
    Action, Base, Block, Callee, FunctionId, Place, Program, Storage, Terminator, VarId,
};
use std::collections::BTreeSet;

/// What a call may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Variables with static storage, by name.
    pub(crate) written: BTreeSet<VarId>,
    /// Whatever a pointer can point to.
    pub(crate) memory: bool,
    /// Functions are called of which nothing is known.
    pub(crate) everything: bool,
    /// The program may end before the call returns.
    pub(crate) stops: bool,
}

impl Effects {
    pub(crate) fn everything() -> Effects {
        Effects { memory: true, everything: true, ..Effects::default() }
    }

    /// Whether anything changes at all.
    pub(crate) fn is_none(&self) -> bool {
        self.written.is_empty() && !self.memory && !self.everything
    }

    fn add(&mut self, other: &Effects) -> bool {
        let before = self.clone();
        self.written.extend(&other.written);
        self.memory |= other.memory;
        self.everything |= other.everything;
        self.stops |= other.stops;
        before != *self
    }
}

/// The effects of all functions, by number.
pub(crate) fn effects(program: &Program) -> Vec<Effects> {
    let mut all: Vec<Effects> = vec![Effects::default(); program.functions.len()];
    let mut calls: Vec<BTreeSet<FunctionId>> = vec![BTreeSet::new(); program.functions.len()];
    for (index, function) in program.functions.iter().enumerate() {
        match &function.cfg {
            Some(cfg) => {
                let instructions = cfg.blocks.iter().flat_map(|block| &block.instructions);
                for instruction in instructions {
                    own(program, &instruction.action, &mut all[index], &mut calls[index]);
                }
                all[index].stops |= cfg.blocks.iter().any(ends);
            }
            None if is_pure(function) => {}
            None if is_modelled(function) => all[index].memory = true,
            None => all[index] = Effects::everything(),
        }
        all[index].stops |= function.no_return;
    }
    loop {
        let mut changed = false;
        for index in 0..all.len() {
            for callee in calls[index].clone() {
                let other = all[callee.index()].clone();
                changed |= all[index].add(&other);
            }
        }
        if !changed {
            return all;
        }
    }
}

/// Whether the program ends with a block.
fn ends(block: &Block) -> bool {
    matches!(block.terminator, Terminator::Stop)
}

fn own(
    program: &Program,
    action: &Action,
    effects: &mut Effects,
    calls: &mut BTreeSet<FunctionId>,
) {
    match action {
        Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => {
            write(program, place, effects);
        }
        Action::Call { result, callee, .. } => {
            result.iter().for_each(|place| write(program, place, effects));
            match callee {
                Callee::Function(id) => {
                    calls.insert(*id);
                }
                Callee::Pointer(_) => {
                    effects.add(&Effects::everything());
                }
            }
        }
        Action::Unknown { places, .. } => {
            places.iter().for_each(|place| write(program, place, effects));
            // Who knows whether it comes back.
            effects.add(&Effects { stops: true, ..Effects::everything() });
        }
        Action::Point(_) | Action::Declare(_) | Action::Assume(_) | Action::Check(_) => {}
    }
}

fn write(program: &Program, place: &Place, effects: &mut Effects) {
    match &place.base {
        Base::Pointer(_) => effects.memory = true,
        Base::Variable(id) => {
            let storage = &program.variable(*id).storage;
            if matches!(storage, Storage::Global | Storage::Extern | Storage::Static) {
                effects.written.insert(*id);
            }
            // An index out of bounds goes elsewhere.
            let indexed = |step: &soundline_c::Step| match step {
                soundline_c::Step::Index(index) => index.as_int().is_none(),
                soundline_c::Step::Field(..) => false,
            };
            effects.memory |= place.path.iter().any(indexed);
        }
    }
}

//! Where the addresses of the local variables of a function are taken: before that, nobody else can know these.

use super::kept::is_opaque;
use soundline_c::{
    Action, Base, Cfg, FunctionId, Program, Storage, Terminator, Value, ValueKind, VarId,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The local variables of a graph whose addresses may be known somewhere.
pub(crate) struct Taken {
    all: BTreeSet<VarId>,
    /// Those that may be taken on the way to each block.
    before: Vec<BTreeSet<VarId>>,
    /// Those that are taken in each block, with the instruction; that behind the last one is the end of the block.
    inside: Vec<Vec<(usize, VarId)>>,
}

impl Taken {
    pub(crate) fn new(program: &Program, function: FunctionId, cfg: &Cfg) -> Taken {
        let own = |id: &VarId| {
            let variable = program.variable(*id);
            let local = matches!(variable.storage, Storage::Local | Storage::Parameter);
            local && variable.address_taken && variable.function == Some(function)
        };
        let parameters = program.function(function).parameters.iter();
        let all: BTreeSet<VarId> =
            cfg.locals.iter().chain(parameters).copied().filter(own).collect();
        let mut inside: Vec<Vec<(usize, VarId)>> = vec![Vec::new(); cfg.blocks.len()];
        for (block, inside) in cfg.blocks.iter().zip(&mut inside) {
            for (at, instruction) in block.instructions.iter().enumerate() {
                match &instruction.action {
                    // A question gives nothing away.
                    Action::Check(_) => {}
                    // What has no model may take any address.
                    action if is_opaque(action) => inside.extend(all.iter().map(|id| (at, *id))),
                    action => {
                        inside.extend(addresses(action.values()).into_iter().map(|id| (at, id)))
                    }
                }
            }
            let end = block.instructions.len();
            if let Terminator::Return(Some(value))
            | Terminator::Branch(value, ..)
            | Terminator::Switch { value, .. }
            | Terminator::GotoAddress(value, _) = &block.terminator
            {
                inside.extend(addresses(vec![value]).into_iter().map(|id| (end, id)));
            }
        }
        let before = before(cfg, &inside);
        Taken { all, before, inside }
    }

    /// The variables whose addresses nobody can know behind an instruction.
    pub(crate) fn hidden(&self, block: usize, at: usize) -> Rc<BTreeSet<VarId>> {
        let known = |id: &VarId| {
            let here = self.inside[block].iter().any(|(own, taken)| *own <= at && taken == id);
            here || self.before[block].contains(id)
        };
        Rc::new(self.all.iter().copied().filter(|id| !known(id)).collect())
    }
}

/// The variables whose addresses some values take.
fn addresses(values: Vec<&Value>) -> BTreeSet<VarId> {
    let (mut left, mut found) = (values, BTreeSet::new());
    while let Some(value) = left.pop() {
        if let ValueKind::AddressOf(place) = &value.kind
            && let Base::Variable(id) = place.base
        {
            found.insert(id);
        }
        left.extend(value.operands());
    }
    found
}

/// What is taken on any way to each block.
fn before(cfg: &Cfg, inside: &[Vec<(usize, VarId)>]) -> Vec<BTreeSet<VarId>> {
    let mut before = vec![BTreeSet::new(); cfg.blocks.len()];
    let mut left: Vec<usize> = (0..cfg.blocks.len()).collect();
    while let Some(number) = left.pop() {
        let mut known: BTreeSet<VarId> = before[number].clone();
        known.extend(inside[number].iter().map(|(_, id)| *id));
        for next in cfg.blocks[number].terminator.successors() {
            let next: usize = next.index();
            let count = before[next].len();
            before[next].extend(known.iter().copied());
            if before[next].len() > count {
                left.push(next);
            }
        }
    }
    before
}

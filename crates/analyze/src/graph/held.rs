//! Which variables of a function may have the address of one of its own variables, or of something in it. What is claimed of
//! such a pointer does not last longer than that variable.

use soundline_c::{Action, Base, Cfg, Place, Program, Storage, Value, ValueKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// For each variable whose address is taken, the variables that may have it.
#[derive(Default)]
pub(crate) struct Held {
    holders: BTreeMap<VarId, BTreeSet<VarId>>,
}

impl Held {
    /// What the instructions of a function say, whatever their order is.
    pub(crate) fn new(program: &Program, cfg: &Cfg) -> Held {
        let (mut next, mut taken) = (BTreeMap::<VarId, BTreeSet<VarId>>::new(), BTreeSet::new());
        let actions = || cfg.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in actions() {
            for value in instruction.action.values() {
                note(value, &mut BTreeSet::new(), &mut taken);
            }
        }
        taken.retain(|id| is_own(program, *id));
        for instruction in actions() {
            let (places, values): (Vec<&Place>, Vec<&Value>) = match &instruction.action {
                Action::Assign(place, value) => (vec![place], vec![value]),
                Action::Call { arguments, result, .. } => {
                    (result.iter().collect(), arguments.iter().collect())
                }
                _ => continue,
            };
            let mut from = BTreeSet::new();
            values.iter().for_each(|value| note(value, &mut from, &mut BTreeSet::new()));
            let mut to = BTreeSet::new();
            // A call may put it wherever it gets to, and so does a write through a pointer.
            let mut anywhere = matches!(instruction.action, Action::Call { .. });
            for place in places {
                match &place.base {
                    Base::Variable(id) => drop(to.insert(*id)),
                    Base::Pointer(pointer) => {
                        note(pointer, &mut to, &mut BTreeSet::new());
                        anywhere = true;
                    }
                }
            }
            if anywhere {
                to.extend(&taken);
            }
            to.retain(|id| has_room(program, *id));
            for id in from {
                next.entry(id).or_default().extend(&to);
            }
        }
        let holders = taken.iter().map(|id| (*id, reach(&next, *id))).collect();
        Held { holders }
    }

    /// The variables that may have the address of one.
    pub(crate) fn holders(&self, id: VarId) -> Option<&BTreeSet<VarId>> {
        self.holders.get(&id)
    }

    /// Whether a variable may have the address of a variable that ends.
    pub(crate) fn is_holder(&self, id: VarId) -> bool {
        self.holders.values().any(|holders| holders.contains(&id))
    }
}

/// The variables that a value reads, or whose addresses are in it; and these alone.
pub(crate) fn note(value: &Value, all: &mut BTreeSet<VarId>, addresses: &mut BTreeSet<VarId>) {
    if let ValueKind::Load(place) | ValueKind::AddressOf(place) = &value.kind
        && let Base::Variable(id) = place.base
    {
        all.insert(id);
        if matches!(value.kind, ValueKind::AddressOf(_)) {
            addresses.insert(id);
        }
    }
    value.operands().into_iter().for_each(|operand| note(operand, all, addresses));
}

fn is_own(program: &Program, id: VarId) -> bool {
    matches!(program.variable(id).storage, Storage::Local | Storage::Parameter | Storage::Temporary)
}

/// Whether a variable has room for an address.
fn has_room(program: &Program, id: VarId) -> bool {
    let ty = program.variable(id).ty;
    program.types.integer(ty).is_none_or(|_| program.types.size(ty).is_none_or(|size| size >= 4))
}

fn reach(next: &BTreeMap<VarId, BTreeSet<VarId>>, from: VarId) -> BTreeSet<VarId> {
    let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(id) = left.pop() {
        let all = next.get(&id).into_iter().flatten().copied();
        left.extend(all.filter(|id| seen.insert(*id)));
    }
    seen
}

//! Where the values of a check come from, as far as its function shows: by the assignments that reach it.

use crate::Origin;
use crate::engine::Engine;
use crate::graph::{Definitions, Ways};
use soundline_c::{
    Action, Base, Cause, CheckKind, FunctionId, Place, Step, Storage, Type, Value, ValueKind, VarId,
};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// A place in the graph of a function: a block, and an instruction of it.
type At = (usize, usize);

/// The assignments of a function.
pub(crate) struct Origins<'a, 'p> {
    engine: &'a Engine<'p>,
    function: FunctionId,
    definitions: Definitions,
    /// Where the addresses of variables stand, but for checks.
    taken: OnceCell<BTreeMap<VarId, Vec<At>>>,
    ways: Ways,
}

/// The assignments to variables that were looked at, and whether that is done.
type Looked = BTreeMap<(VarId, At), bool>;

impl<'a, 'p> Origins<'a, 'p> {
    pub(crate) fn new(engine: &'a Engine<'p>, function: FunctionId) -> Self {
        let cfg = engine.shape(function).cfg;
        let definitions = Definitions::of_values(engine.program, cfg);
        Self { engine, function, definitions, taken: OnceCell::new(), ways: Ways::default() }
    }

    /// Whether the function may have told somebody where a variable is before an instruction.
    fn is_known_before(&self, id: VarId, to: At) -> bool {
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        let taken = self.taken.get_or_init(|| {
            let mut taken: BTreeMap<VarId, Vec<At>> = BTreeMap::new();
            for (number, block) in blocks.iter().enumerate() {
                for (at, instruction) in block.instructions.iter().enumerate() {
                    let mut left = match &instruction.action {
                        Action::Check(_) => Vec::new(),
                        action => action.values(),
                    };
                    while let Some(value) = left.pop() {
                        if let ValueKind::AddressOf(place) = &value.kind
                            && let Base::Variable(id) = place.base
                        {
                            taken.entry(id).or_default().push((number, at));
                        }
                        left.extend(value.operands());
                    }
                }
            }
            taken
        });
        taken.get(&id).is_some_and(|all| all.iter().any(|from| self.ways.lead(blocks, *from, to)))
    }

    /// Where the values of a check come from: of a pointer into something that is known, also how far, and how many bytes are used
    /// there. Of several the one that is closest to the function's own doing.
    pub(crate) fn of(&self, check: &CheckKind, at: At, of_size: bool) -> Origin {
        if let CheckKind::Initialised { .. } | CheckKind::Written(_) = check {
            return Origin::Arithmetic;
        }
        let mut values = subjects(check);
        if let (CheckKind::Region { extent, .. }, true) = (check, of_size) {
            values.extend(extent.values());
        }
        if let (CheckKind::Access { pointer, .. } | CheckKind::Region { pointer, .. }, true) =
            (check, of_size)
        {
            indexes(pointer, &mut values);
        }
        let mut looked = Looked::new();
        let all: BTreeSet<Origin> =
            values.into_iter().flat_map(|value| self.value(value, at, &mut looked)).collect();
        all.first().copied().unwrap_or(Origin::Arithmetic)
    }

    /// Where what an expression reads comes from.
    fn value(&self, value: &Value, at: At, looked: &mut Looked) -> BTreeSet<Origin> {
        if let ValueKind::Load(place) = &value.kind {
            return match place.base {
                Base::Variable(id) => self.variable(id, place, at, looked),
                // What is read there counts, not the pointer that leads to it.
                Base::Pointer(_) => [Origin::Memory].into(),
            };
        }
        // A pointer is what it points from, whatever is added to it.
        let is_pointer =
            |value: &Value| matches!(self.engine.program.types.get(value.ty), Type::Pointer(_));
        let moved = is_pointer(value) && matches!(value.kind, ValueKind::PointerAdd { .. });
        let operands = value.operands().into_iter().filter(|one| !moved || is_pointer(one));
        operands.flat_map(|operand| self.value(operand, at, looked)).collect()
    }

    fn variable(
        &self,
        id: VarId,
        read: &Place,
        (block, at): At,
        looked: &mut Looked,
    ) -> BTreeSet<Origin> {
        let variable = self.engine.program.variable(id);
        match variable.storage {
            Storage::Local | Storage::Parameter | Storage::Temporary => {}
            _ => return [Origin::Memory].into(),
        }
        let mut found = BTreeSet::new();
        // Someone may have changed it who has its address.
        if !self.engine.env.is_named(id) && self.is_known_before(id, (block, at)) {
            found.insert(Origin::Call);
        }
        for definition in self.definitions.reaching(id, block, at).iter() {
            let Some(own) = *definition else {
                let parameter = variable.storage == Storage::Parameter;
                found.extend(parameter.then_some(Origin::Parameter));
                continue;
            };
            match looked.get(&(id, own)) {
                // It is computed from itself, so that it changes from turn to turn.
                Some(false) => drop(found.insert(Origin::Loop)),
                Some(true) => {}
                None => {
                    looked.insert((id, own), false);
                    found.extend(self.assigned(id, read, own, looked));
                    looked.insert((id, own), true);
                }
            }
        }
        found
    }

    /// Where what an instruction assigns to a variable, or to a part of it, comes from.
    fn assigned(&self, id: VarId, read: &Place, at: At, looked: &mut Looked) -> BTreeSet<Origin> {
        let cfg = self.engine.shape(self.function).cfg;
        let action = &cfg.blocks[at.0].instructions[at.1].action;
        let written = match action {
            Action::Assign(place, _) | Action::Havoc(place, _) | Action::Zero(place) => Some(place),
            Action::Call { result, .. } => result.as_ref(),
            _ => None,
        };
        let part = written.is_some_and(|place| !place.path.is_empty());
        let apart = written.is_some_and(|place| are_apart(place, read));
        let mut found = match action {
            _ if apart => BTreeSet::new(),
            Action::Assign(_, value) => self.value(value, at, looked),
            // What is behind `...` is given by the caller.
            Action::Havoc(_, Cause::Unmodelled("va_arg")) => [Origin::Parameter].into(),
            Action::Havoc(_, Cause::Extern) => [Origin::Memory].into(),
            Action::Call { .. } | Action::Havoc(..) | Action::Unknown { .. } => {
                [Origin::Call].into()
            }
            _ => BTreeSet::new(),
        };
        // The rest is as it was.
        if part {
            found.extend(self.variable(id, read, at, looked));
        }
        found
    }
}

/// Whether two places of one variable are different members of it.
fn are_apart(one: &Place, other: &Place) -> bool {
    let mut pairs = one.path.iter().zip(&other.path);
    let differ = pairs.find_map(|pair| match pair {
        (Step::Field(record, field), Step::Field(own, second)) if record == own => {
            (field != second).then_some(true)
        }
        _ => Some(false),
    });
    differ == Some(true)
}

/// The numbers that are added to a pointer.
fn indexes<'v>(pointer: &'v Value, found: &mut Vec<&'v Value>) {
    if let ValueKind::PointerAdd { index, .. } = &pointer.kind {
        found.push(index);
    }
    pointer.operands().into_iter().for_each(|operand| indexes(operand, found));
}

/// The values that a check is about.
pub(super) fn subjects(check: &CheckKind) -> Vec<&Value> {
    match check {
        CheckKind::Assertion(value)
        | CheckKind::Divisor(value)
        | CheckKind::Overflow(value)
        | CheckKind::Quotient(value)
        | CheckKind::ShiftAmount(value, _)
        | CheckKind::Free(value)
        | CheckKind::Length(value)
        | CheckKind::FloatToInt(value, _)
        | CheckKind::Written(value)
        | CheckKind::Finite(value) => vec![value],
        CheckKind::Index { index, .. } => vec![index],
        CheckKind::Access { pointer, .. } | CheckKind::Region { pointer, .. } => vec![pointer],
        CheckKind::Apart { to, from, length } => vec![to, from, length],
        CheckKind::ErrorCall
        | CheckKind::Unreachable
        | CheckKind::Return
        | CheckKind::Freed
        | CheckKind::Initialised { .. } => Vec::new(),
    }
}

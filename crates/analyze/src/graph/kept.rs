//! Allocations whose memory stays with the function that asks for it: the address is only ever in local variables that no pointer
//! leads to, and is given to nobody who could keep it. No other code can read, write or free such memory.
//!
//! This does not look at the order of instructions: memory that is given away once is never among these.

use soundline_c::{
    Action, Base, Callee, Cause, Cfg, Ending, FunctionId, Meaning, Memory, Place, Printed, Program,
    Rank, Storage, Terminator, Type, TypeId, Value, ValueKind, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// A call, by its function, block and place there.
pub(crate) type CallAt = (FunctionId, usize, usize);

/// All such calls.
pub(crate) fn kept(program: &Program) -> BTreeSet<CallAt> {
    let mut kept = BTreeSet::new();
    for (function, _, cfg) in program.bodies() {
        let calls = allocations(program, cfg);
        if calls.is_empty() || has_opaque(cfg) {
            continue;
        }
        let flow = Flow { program, function, uses: uses(cfg) };
        let own = calls.into_iter().filter(|(.., place)| flow.stays(place));
        kept.extend(own.map(|(block, at, _)| (function, block, at)));
    }
    kept
}

/// The calls in a graph that give out memory that they return.
fn allocations<'p>(program: &'p Program, cfg: &'p Cfg) -> Vec<(usize, usize, &'p Place)> {
    let allocates = |callee: &Callee| {
        let Callee::Function(id) = callee else { return false };
        let meaning = program.function(*id).model.map(|model| model.meaning);
        matches!(
            meaning,
            Some(
                Meaning::Allocate { .. }
                    | Meaning::AllocateZeroed
                    | Meaning::Reallocate(_)
                    | Meaning::Duplicate(_)
            )
        )
    };
    let mut found = Vec::new();
    for (number, block) in cfg.blocks.iter().enumerate() {
        for (at, instruction) in block.instructions.iter().enumerate() {
            match &instruction.action {
                Action::Call { result: Some(place), callee, .. } if allocates(callee) => {
                    found.push((number, at, place));
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether an instruction stands for something that is not written out.
pub(super) fn is_opaque(action: &Action) -> bool {
    matches!(action, Action::Unknown { .. } | Action::Havoc(_, Cause::Unmodelled(_)))
}

/// Whether a graph has such instructions: then any variable may be used without being named.
pub(super) fn has_opaque(cfg: &Cfg) -> bool {
    let mut all = cfg.blocks.iter().flat_map(|block| &block.instructions);
    all.any(|one| is_opaque(&one.action))
}

/// What is done with a value.
#[derive(Clone, Copy)]
enum Use<'p> {
    Action(&'p Action),
    /// It decides where control goes, and goes nowhere itself.
    Asked(&'p Value),
    /// The caller gets it.
    Returned(&'p Value),
}

/// The uses of the values of a graph, by the variables that they read.
fn uses(cfg: &Cfg) -> BTreeMap<VarId, Vec<Use<'_>>> {
    let mut uses: BTreeMap<VarId, Vec<Use<'_>>> = BTreeMap::new();
    for block in &cfg.blocks {
        for instruction in &block.instructions {
            // A question keeps nothing.
            if !matches!(instruction.action, Action::Check(_)) {
                let values = instruction.action.values();
                add(&mut uses, values, Use::Action(&instruction.action));
            }
        }
        match &block.terminator {
            Terminator::Branch(value, ..)
            | Terminator::Switch { value, .. }
            | Terminator::GotoAddress(value, _) => add(&mut uses, vec![value], Use::Asked(value)),
            Terminator::Return(Some(value)) => add(&mut uses, vec![value], Use::Returned(value)),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Stop => {}
        }
    }
    uses
}

/// Notes a use of all variables that some values read.
fn add<'p>(uses: &mut BTreeMap<VarId, Vec<Use<'p>>>, values: Vec<&Value>, used: Use<'p>) {
    let (mut left, mut read) = (values, BTreeSet::new());
    while let Some(value) = left.pop() {
        if let ValueKind::Load(Place { base: Base::Variable(id), .. }) = &value.kind {
            read.insert(*id);
        }
        left.extend(value.operands());
    }
    read.into_iter().for_each(|id| uses.entry(id).or_default().push(used));
}

/// Where the values of variables go in a function.
struct Flow<'p> {
    program: &'p Program,
    function: FunctionId,
    uses: BTreeMap<VarId, Vec<Use<'p>>>,
}

impl<'p> Flow<'p> {
    /// Whether an address that is written to a place is only ever in variables that nobody else reads.
    fn stays(&self, place: &Place) -> bool {
        let Some(first) = self.holder(place) else { return false };
        let mut holders = BTreeSet::from([first]);
        let mut left = vec![first];
        while let Some(id) = left.pop() {
            for used in self.uses.get(&id).into_iter().flatten() {
                match self.goes_on(*used, &holders) {
                    Some(Some(next)) if holders.insert(next) => left.push(next),
                    Some(_) => {}
                    None => return false,
                }
            }
        }
        // Uses that were looked at before all holders were known read one of these each, so that they were looked at again.
        true
    }

    /// The variable that a place is, if it is a pointer that only the function itself reads and writes.
    fn holder(&self, place: &Place) -> Option<VarId> {
        let id = place.as_variable()?;
        let variable = self.program.variable(id);
        let own =
            matches!(variable.storage, Storage::Local | Storage::Parameter | Storage::Temporary)
                && variable.function == Some(self.function);
        let plain = !variable.address_taken && !variable.volatile && !place.volatile;
        (own && plain && self.is_pointer(variable.ty)).then_some(id)
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Pointer(_))
    }

    /// The variable that a use copies the address to, if it does; none at all if the address may get out there.
    fn goes_on(&self, used: Use<'p>, holders: &BTreeSet<VarId>) -> Option<Option<VarId>> {
        let carries = |value: &&Value| carries(value, holders);
        match used {
            Use::Asked(value) => (!self.leaks(value, holders)).then_some(None),
            Use::Returned(value) => {
                (!self.leaks(value, holders) && !carries(&value)).then_some(None)
            }
            Use::Action(action) => {
                let leaks = action.values().into_iter().any(|value| self.leaks(value, holders));
                (!leaks).then_some(())?;
                match action {
                    Action::Assign(place, value) if carries(&value) => {
                        Some(Some(self.holder(place)?))
                    }
                    Action::Call { callee, arguments, result } => {
                        if !arguments.iter().any(|argument| carries(&argument)) {
                            return Some(None);
                        }
                        let Callee::Function(id) = callee else { return None };
                        let meaning = self.program.function(*id).model.map(|model| model.meaning);
                        let frees = matches!(meaning, Some(Meaning::Free | Meaning::Reallocate(_)));
                        (frees || only_uses(self.program, *id, arguments)).then_some(())?;
                        let result = result.as_ref().filter(|place| self.is_pointer(place.ty));
                        result.map_or(Some(None), |place| Some(Some(self.holder(place)?)))
                    }
                    _ => Some(None),
                }
            }
        }
    }

    /// Whether the address becomes something else than a pointer anywhere in a value.
    fn leaks(&self, value: &Value, holders: &BTreeSet<VarId>) -> bool {
        let types = &self.program.types;
        let lost = match &value.kind {
            ValueKind::Convert(inner) => {
                let truth = types.integer(value.ty).is_some_and(|int| int.rank == Rank::Bool);
                !truth && !self.is_pointer(value.ty) && carries(inner, holders)
            }
            // How far it is from something else tells where it is.
            ValueKind::PointerSub { left, right, .. } => {
                carries(left, holders) != carries(right, holders)
            }
            ValueKind::Binary(op, left, right) => {
                !op.is_comparison() && (carries(left, holders) || carries(right, holders))
            }
            _ => false,
        };
        lost || value.operands().into_iter().any(|operand| self.leaks(operand, holders))
    }
}

/// Whether a library function uses what its arguments point to during the call at most, and puts their addresses nowhere but in its
/// result.
pub(crate) fn only_uses(program: &Program, id: FunctionId, arguments: &[Value]) -> bool {
    let function = program.function(id);
    let Some(model) = function.model.filter(|_| function.cfg.is_none()) else { return false };
    let memory = program.effects.function(id).memory();
    // An address could go to where another argument points.
    let pointer = |ty: TypeId| matches!(program.types.get(ty), Type::Pointer(_));
    let stores =
        arguments.iter().any(|argument| program.types.pointee(argument.ty).is_some_and(pointer));
    let shows = model.format.is_some() && {
        let printed = model.printed(arguments, &program.variables);
        printed.is_none_or(|all| all.iter().any(shows_address))
    };
    let plain = !matches!(
        model.meaning,
        Meaning::Parse | Meaning::PrintNew | Meaning::Line | Meaning::Sort | Meaning::Search
    );
    memory.is_some_and(|memory| memory <= Memory::Writes)
        && model.ending == Ending::Returns
        && plain
        && !stores
        && !shows
}

/// Whether a pointer itself is printed.
fn shows_address(printed: &Printed) -> bool {
    matches!(printed, Printed::Converted(conversion, _) if "pn".contains(conversion.letter))
}

/// Whether a value is the address, or near it.
fn carries(value: &Value, holders: &BTreeSet<VarId>) -> bool {
    match &value.kind {
        ValueKind::Load(place) => place.as_variable().is_some_and(|id| holders.contains(&id)),
        ValueKind::Convert(inner) => carries(inner, holders),
        ValueKind::PointerAdd { pointer, .. } => carries(pointer, holders),
        ValueKind::AddressOf(Place { base: Base::Pointer(inner), .. }) => carries(inner, holders),
        _ => false,
    }
}

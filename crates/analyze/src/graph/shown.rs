//! Local variables whose address is given to library functions that only read there, as in `memcpy(to, &p, sizeof p)`, and is
//! nowhere else: no pointer leads to them later, so that only their own names change them.

use soundline_c::{
    Action, Base, Callee, FunctionId, Meaning, Place, Program, Storage, Terminator, Type, Value,
    ValueKind, VarId,
};
use std::collections::BTreeSet;

/// All of them.
pub(crate) fn shown(program: &Program) -> BTreeSet<VarId> {
    given(program, &|id, arguments, number, _| {
        only_reads(program, id, number) && number < arguments.len()
    })
}

/// The local variables whose address is only given to library functions that use it during the call: no pointer leads to them
/// later.
pub(crate) fn lent(program: &Program) -> BTreeSet<VarId> {
    let pointer = |place: &Place| matches!(program.types.get(place.ty), Type::Pointer(_));
    given(program, &|id, arguments, _, result| {
        !result.is_some_and(pointer) && super::kept::only_uses(program, id, arguments)
    })
}

/// Whether a function may be given the address of a variable as an argument, of these, where its result goes there.
type Fits<'f> = &'f dyn Fn(FunctionId, &[Value], usize, Option<&Place>) -> bool;

/// The local variables whose address is only in arguments that fit.
fn given(program: &Program, fits: Fits<'_>) -> BTreeSet<VarId> {
    let (mut shown, mut known) = (BTreeSet::new(), Vec::new());
    let mut opaque = BTreeSet::new();
    for (function, _, cfg) in program.bodies() {
        if super::kept::has_opaque(cfg) {
            opaque.insert(function);
        }
        for block in &cfg.blocks {
            for instruction in &block.instructions {
                match &instruction.action {
                    // A question keeps nothing.
                    Action::Check(_) => {}
                    Action::Call { callee: Callee::Function(id), arguments, result } => {
                        for (number, argument) in arguments.iter().enumerate() {
                            match address(program, argument) {
                                Some((id_of, value))
                                    if fits(*id, arguments, number, result.as_ref()) =>
                                {
                                    shown.insert(id_of);
                                    known.extend(value.operands());
                                }
                                _ => known.push(argument),
                            }
                        }
                        known.extend(result.iter().flat_map(|place| place.operands()));
                    }
                    action => known.extend(action.values()),
                }
            }
            match &block.terminator {
                Terminator::Branch(value, ..)
                | Terminator::Switch { value, .. }
                | Terminator::GotoAddress(value, _)
                | Terminator::Return(Some(value)) => known.push(value),
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Stop => {}
            }
        }
    }
    let local = |id: &VarId| {
        let variable = program.variable(*id);
        let own = matches!(variable.storage, Storage::Local | Storage::Parameter);
        let open = variable.function.is_none_or(|function| opaque.contains(&function));
        own && !variable.volatile && !open
    };
    shown.retain(local);
    while let Some(value) = known.pop() {
        if let ValueKind::AddressOf(place) = &value.kind
            && let Base::Variable(id) = place.base
        {
            shown.remove(&id);
        }
        known.extend(value.operands());
    }
    shown
}

/// The variable that a pointer is the address of, or of a part of it.
pub(crate) fn address<'v>(program: &Program, value: &'v Value) -> Option<(VarId, &'v Value)> {
    match &value.kind {
        ValueKind::Convert(inner) => {
            matches!(program.types.get(value.ty), Type::Pointer(_)).then_some(())?;
            address(program, inner)
        }
        ValueKind::AddressOf(place) => match place.base {
            Base::Variable(id) => Some((id, value)),
            Base::Pointer(_) => None,
        },
        _ => None,
    }
}

/// Whether a function only reads what an argument points to, and neither keeps nor gives back the pointer.
pub(crate) fn only_reads(program: &Program, id: FunctionId, argument: usize) -> bool {
    let meaning = program.function(id).model.map(|model| model.meaning);
    match meaning {
        Some(Meaning::Copy) => argument == 1,
        Some(Meaning::Compare { .. }) => argument < 2,
        _ => false,
    }
}

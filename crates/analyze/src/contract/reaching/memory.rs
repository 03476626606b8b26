//! Places in memory, and members of variables: which assignments of the function they hold their values from, as long as nothing
//! else may write there.

use super::{Looked, Reaching, Said, leads_only, side};
use crate::contract::values::innermost;
use soundline_c::{
    Action, Base, Callee, Check, CheckKind, Instruction, Place, Step, Storage, Type, Value,
    ValueKind, VarId,
};
use std::collections::BTreeSet;

/// What is said of a place.
enum Told<'p> {
    /// It is not null.
    NotNull,
    /// It holds this value from now on, or the result of a call.
    Assigned(Option<&'p Value>),
    /// It is a pointer that is used.
    Used,
    /// It may be written, or what leads there.
    Changed,
}

/// Answers what is said of a place at an instruction.
type Answer<'a, 'p> = &'a mut dyn FnMut((usize, usize), Told<'p>) -> Option<bool>;

/// A place, and what is read on the way to it.
struct Spot<'v> {
    place: &'v Place,
    /// The variables of the function's own.
    reads: Vec<VarId>,
    /// What is in memory itself.
    through: Vec<&'v Place>,
}

impl<'p> Reaching<'_, 'p> {
    /// The assignments of the function that a place has its value from before an instruction; none if something else may have
    /// written there since, or nothing was assigned.
    pub(in super::super) fn stored(
        &self,
        place: &Place,
        at: (usize, usize),
    ) -> Option<BTreeSet<(usize, usize)>> {
        let spot = self.quiet_spot(place)?;
        let mut found = BTreeSet::new();
        let all = self.is_said(&spot, at, &mut |at, said| match said {
            Told::NotNull | Told::Used => None,
            Told::Assigned(_) => {
                found.insert(at);
                Some(true)
            }
            Told::Changed => Some(false),
        });
        all.then_some(found)
    }

    /// Whether a place was found not to be null before an instruction, whichever way control came, and nothing else may have written
    /// there since.
    pub(super) fn holds_no_null(
        &self,
        place: &Place,
        at: (usize, usize),
        looked: &mut Looked,
    ) -> bool {
        if !looked.places.insert((std::ptr::from_ref(place), at.0, at.1)) {
            return true;
        }
        let Some(spot) = self.quiet_spot(place) else { return false };
        let types = &self.engine.program.types;
        self.is_said(&spot, at, &mut |at, said| match said {
            Told::NotNull => Some(true),
            Told::Assigned(Some(value)) => Some(match super::given(types, value) {
                Said::NotNull => true,
                Said::As(place) => self.is_guarded_copy(place, at, looked),
                Said::Nothing => false,
            }),
            Told::Used => None,
            Told::Assigned(None) | Told::Changed => Some(false),
        })
    }

    /// Whether the function itself assigned to a place, compared it with null or used it as a pointer before an instruction, whichever
    /// way control came, and does not change it since: what it holds then may have changed only by what runs beside the program.
    pub(crate) fn is_settled(&self, place: &Place, at: (usize, usize)) -> bool {
        let Some(spot) = self.spot(place) else { return false };
        self.is_said(&spot, at, &mut |_, said| Some(!matches!(said, Told::Changed)))
    }

    /// Whether an answer to what is said last of a place is yes on all ways to an instruction. There is none to what makes no
    /// difference.
    fn is_said(
        &self,
        spot: &Spot<'_>,
        (block, at): (usize, usize),
        answer: Answer<'_, 'p>,
    ) -> bool {
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        let is = |place: &Place| is_same(place, spot.place);
        let last = |number: usize, end: usize, answer: Answer<'_, 'p>| -> Option<bool> {
            let all = &blocks[number].instructions;
            (0..end.min(all.len())).rev().find_map(|at| {
                if let Action::Assume(value) = &all[at].action {
                    // What is asserted must hold: that is no case in which it need not.
                    let asserted =
                        at > 0 && super::is_asserted(&all[at - 1].action, &all[at].action);
                    let says = !asserted && side(value, &is) == Some(true);
                    return says.then(|| answer((number, at), Told::NotNull)).flatten();
                }
                answer((number, at), self.told(&all[at], spot)?)
            })
        };
        match last(block, at, answer) {
            Some(yes) => return yes,
            None if block == 0 => return false,
            None => {}
        }
        let mut seen = vec![false; self.before.len()];
        seen[block] = true;
        let mut left = vec![block];
        while let Some(number) = left.pop() {
            for before in &self.before[number] {
                let compared = leads_only(&blocks[*before].terminator, &is, number);
                if compared && answer((*before, usize::MAX), Told::NotNull) == Some(true) {
                    continue;
                }
                match last(*before, usize::MAX, answer) {
                    Some(true) => {}
                    Some(false) => return false,
                    None if *before == 0 => return false,
                    None if !std::mem::replace(&mut seen[*before], true) => left.push(*before),
                    None => {}
                }
            }
        }
        true
    }

    /// A place that only the function itself changes between two instructions, unless by calls and other names.
    fn quiet_spot<'v>(&self, place: &'v Place) -> Option<Spot<'v>> {
        (!self.engine.env.concurrent).then(|| self.spot(place)).flatten()
    }

    /// The same if nothing runs beside the program.
    fn spot<'v>(&self, place: &'v Place) -> Option<Spot<'v>> {
        let mut spot = Spot { place, reads: Vec::new(), through: Vec::new() };
        let restless = match place.base {
            Base::Variable(id) => self.engine.program.variable(id).volatile,
            Base::Pointer(_) => false,
        };
        (!place.volatile && !restless).then_some(())?;
        self.note_reads(&place.operands(), &mut spot)?;
        Some(spot)
    }

    fn note_reads<'v>(&self, values: &[&'v Value], spot: &mut Spot<'v>) -> Option<()> {
        for value in values {
            if let ValueKind::Load(place) = &value.kind {
                (!place.volatile).then_some(())?;
                match place.base {
                    Base::Variable(id) if self.is_private(id) => spot.reads.push(id),
                    _ => spot.through.push(place),
                }
            }
            self.note_reads(&value.operands(), spot)?;
        }
        Some(())
    }

    /// Whether only the function itself changes a variable, by its name.
    fn is_private(&self, id: VarId) -> bool {
        let variable = self.engine.program.variable(id);
        let own =
            matches!(variable.storage, Storage::Local | Storage::Parameter | Storage::Temporary);
        own && self.engine.env.is_named(id) && !variable.volatile
    }

    /// Whether a place is a part of a variable that only the function itself changes, and nothing else says which part.
    fn is_own(&self, spot: &Spot<'_>) -> bool {
        let private = matches!(spot.place.base, Base::Variable(id) if self.is_private(id));
        private && spot.through.is_empty()
    }

    /// What an instruction does to a place, if it does not leave it as it is.
    fn told(&self, instruction: &'p Instruction, spot: &Spot<'_>) -> Option<Told<'p>> {
        let changed = |yes: bool| yes.then_some(Told::Changed);
        let leads = |place: &Place| {
            let named = matches!(place.base, Base::Variable(id) if spot.reads.contains(&id));
            named || spot.through.iter().any(|read| self.may_write(place, read, spot.place))
        };
        let written = |place: &Place| leads(place) || self.may_write(place, spot.place, spot.place);
        let assigned = |place: &Place, value: Option<&'p Value>| {
            let own = is_same(place, spot.place) && !leads(place);
            own.then_some(Told::Assigned(value)).or_else(|| changed(written(place)))
        };
        match &instruction.action {
            Action::Check(Check {
                kind: CheckKind::Access { pointer, .. } | CheckKind::Region { pointer, .. },
                ..
            }) => {
                let used = match &innermost(pointer).kind {
                    ValueKind::Load(own) => is_same(own, spot.place),
                    _ => false,
                };
                used.then_some(Told::Used)
            }
            Action::Point(_) | Action::Check(_) | Action::Granted(_) | Action::Assume(_) => None,
            Action::Declare(id) | Action::End(id) => {
                let own = matches!(spot.place.base, Base::Variable(base) if base == *id);
                changed(own || spot.reads.contains(id))
            }
            Action::Assign(place, value) => assigned(place, Some(value)),
            Action::Zero(place) | Action::Havoc(place, _) => changed(written(place)),
            Action::Call { callee: Callee::Function(id), result, .. } => {
                let effects = self.engine.program.effects.function(*id);
                let writes = effects.writes_memory() || effects.does_anything();
                let writes = (writes || !effects.written().is_empty()) && !self.is_own(spot);
                // What is assigned is assigned last, if the call does not change where that is.
                match result.as_ref().and_then(|place| assigned(place, None)) {
                    Some(said) if !writes || spot.through.is_empty() => Some(said),
                    said => changed(writes || said.is_some()),
                }
            }
            Action::Call { result, .. } => {
                let said = result.as_ref().and_then(|place| assigned(place, None));
                if self.is_own(spot) { said } else { Some(Told::Changed) }
            }
            Action::Unknown { .. } => Some(Told::Changed),
        }
    }

    /// Whether a write may change what is read, on the way to a place or there.
    fn may_write(&self, written: &Place, read: &Place, place: &Place) -> bool {
        let exposed = |id: &VarId| self.engine.env.exposed[id.index()];
        match (&written.base, &read.base) {
            (Base::Variable(own), Base::Variable(other)) => {
                own == other && !self.are_apart(written, read)
            }
            (Base::Variable(own), Base::Pointer(_)) => exposed(own),
            (Base::Pointer(pointer), Base::Variable(other)) => {
                exposed(other) && !self.is_through(written, pointer, place)
            }
            (Base::Pointer(pointer), Base::Pointer(other)) => {
                let apart = is_same_value(pointer, other) && self.are_apart(written, read);
                !apart && !self.is_through(written, pointer, place)
            }
        }
    }

    /// Whether a write goes through the pointer that a place holds, and is of another type: as with the roots of accesses, that
    /// leaves the place as it is.
    fn is_through(&self, written: &Place, pointer: &Value, place: &Place) -> bool {
        let types = &self.engine.program.types;
        let number = match types.get(written.ty) {
            Type::Float(_) => true,
            // Characters may be a part of anything.
            _ => types.integer(written.ty).is_some() && types.size(written.ty) != Some(1),
        };
        let holds = |place: &Place| matches!(types.get(place.ty), Type::Pointer(_));
        match &innermost(pointer).kind {
            ValueKind::Load(own) => number && holds(place) && is_same(own, place),
            _ => false,
        }
    }

    /// Whether two ways from one object lead to different members.
    pub(in super::super) fn are_apart(&self, one: &Place, other: &Place) -> bool {
        let types = &self.engine.program.types;
        for pair in one.path.iter().zip(&other.path) {
            match pair {
                (Step::Field(record, field), Step::Field(own, second)) if record == own => {
                    if field != second {
                        return !types.record(*record).is_union;
                    }
                }
                _ => return false,
            }
        }
        false
    }
}

/// Whether two places are one, as long as what they read is the same.
pub(super) fn is_same(one: &Place, other: &Place) -> bool {
    let bases = match (&one.base, &other.base) {
        (Base::Variable(one), Base::Variable(other)) => one == other,
        (Base::Pointer(one), Base::Pointer(other)) => is_same_value(one, other),
        _ => false,
    };
    let steps = || {
        one.path.iter().zip(&other.path).all(|pair| match pair {
            (Step::Field(record, field), Step::Field(own, second)) => {
                (record, field) == (own, second)
            }
            (Step::Index(one), Step::Index(other)) => is_same_value(one, other),
            _ => false,
        })
    };
    bases && one.ty == other.ty && one.path.len() == other.path.len() && steps()
}

fn is_same_value(one: &Value, other: &Value) -> bool {
    one.ty == other.ty
        && match (&one.kind, &other.kind) {
            (ValueKind::Int(one), ValueKind::Int(other)) => one == other,
            (ValueKind::Load(one), ValueKind::Load(other))
            | (ValueKind::AddressOf(one), ValueKind::AddressOf(other)) => is_same(one, other),
            (ValueKind::Convert(one), ValueKind::Convert(other)) => is_same_value(one, other),
            (
                ValueKind::PointerAdd { pointer, index, element_size: Some(size) },
                ValueKind::PointerAdd { pointer: second, index: by, element_size: Some(own) },
            ) => size == own && is_same_value(pointer, second) && is_same_value(index, by),
            _ => false,
        }
}

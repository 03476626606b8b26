//! What is read through pointers, and what functions leave there or in variables that they were lent.

use super::super::{Party, Promise, Subject, lent};
use super::{At, DEEPEST, Distance, Sources, Tracer, Way, Write, variable_of};
use soundline_c::{Action, Base, Callee, FunctionId, Meaning, Place, Storage, Type, Value, VarId};
use std::collections::BTreeSet;

impl Tracer<'_, '_> {
    /// What the function itself has assigned to a place in memory, if nothing else may have been written there since.
    pub(super) fn stored(
        &self,
        place: &Place,
        at: At,
        distance: Distance,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let all = self.reaching.stored(place, at)?;
        let (mut own, mut further) = (found.clone(), way.clone());
        further.depth += 1;
        for origin in all {
            if let Some(known) = further.stored.get(&origin) {
                own.cyclic |= *known != distance;
                continue;
            }
            further.stored.insert(origin, distance);
            let cfg = self.engine.shape(self.function).cfg;
            match &cfg.blocks[origin.0].instructions[origin.1].action {
                Action::Assign(_, value) => {
                    self.follow(value, origin, distance, &mut further, &mut own)?;
                }
                Action::Call { callee: Callee::Function(callee), arguments, .. } => {
                    let call = (*callee, &arguments[..]);
                    self.given_back(call, origin, distance, &mut further, &mut own)?;
                }
                _ => return None,
            }
        }
        (further.depth <= DEEPEST).then_some(())?;
        further.depth -= 1;
        (*found, *way) = (own, further);
        Some(())
    }

    /// Where the result of a call comes from.
    pub(super) fn given_back(
        &self,
        (callee, arguments): (FunctionId, &[Value]),
        origin: At,
        distance: Distance,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let called = self.engine.program.function(callee);
        if let Some(meaning) = called.model.map(|model| model.meaning)
            && matches!(meaning, Meaning::Inside | Meaning::FirstOrNull)
            && let [argument, ..] = arguments
        {
            found.null = true;
            let further = match meaning {
                Meaning::Inside => distance.plus(Distance::OPEN),
                _ => distance,
            };
            way.depth += 1;
            self.follow(argument, origin, further, way, found)?;
            way.depth -= 1;
            return Some(());
        }
        (called.model.is_none() && called.returns.is_none()).then_some(())?;
        let copied = self.engine.promise(callee).and_then(Promise::copies);
        if let Some((number, further, null)) = copied
            && let Some(argument) = arguments.get(number)
        {
            found.null |= null;
            way.depth += 1;
            self.follow(argument, origin, distance.plus(further), way, found)?;
            way.depth -= 1;
            return Some(());
        }
        let party = Party::Result(callee);
        let own = Subject { party, parameter: None, depth: 0, each: false, mask: 0 };
        found.all.push((own, distance));
        Some(())
    }

    /// What is read through a pointer that is not to a struct.
    pub(super) fn behind(
        &self,
        place: &Place,
        at: At,
        distance: Distance,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let Base::Pointer(pointer) = &place.base else { return None };
        // What leads there is followed for itself.
        let mut inner = Sources::default();
        let (depth, writes) = (way.depth + 1, way.writes.clone());
        let mut own = Way { depth, bits: way.bits, writes, ..Way::default() };
        self.follow(pointer, at, Distance::POINT, &mut own, &mut inner)?;
        (own.depth <= DEEPEST && !inner.has_own()).then_some(())?;
        let parameter = |subject: &Subject| matches!(subject.party, Party::Function(_));
        let parameters = inner.all.iter().any(|(subject, _)| parameter(subject));
        let pointer_of = variable_of(pointer);
        let mut far = distance;
        let mut apart = inner.apart;
        for write in self.writes_before(Some(place.ty), at) {
            let types = &self.engine.program.types;
            let pointer = matches!(types.get(place.ty), Type::Pointer(_));
            let (known, value) = (write.ty.map(|ty| types.get(ty)), write.value);
            match (known, value) {
                // That others gave it one place twice is not said.
                _ if pointer && self.is_beside(write, pointer_of) => {
                    (far, apart) = (Distance::OPEN, true);
                }
                // It may hold what the function itself puts there.
                (Some(Type::Pointer(_)), Some(value)) if pointer && (parameters || write.plain) => {
                    far = Distance::OPEN;
                    if way.writes.insert(write.at) {
                        way.depth += 1;
                        self.follow(value, write.at, Distance::OPEN, way, found)?;
                        way.depth -= 1;
                    }
                }
                // Characters may be a part of anything.
                (Some(Type::Int(int)), _)
                    if pointer && int.bits == 8 && !self.is_to(write, pointer_of) =>
                {
                    (far, apart) = (Distance::OPEN, true);
                }
                (None, _) if pointer && self.stays(write, pointer_of) => {
                    (far, apart) = (Distance::OPEN, true);
                }
                (None, _) if parameters && let Some(output) = self.output(write.at, pointer_of) => {
                    far = Distance::OPEN;
                    found.all.push((output, Distance::OPEN));
                }
                // What a parameter leads to is what it was at the call.
                _ if parameters => return None,
                _ => {}
            }
        }
        (way.depth <= DEEPEST).then_some(())?;
        found.apart |= apart;
        for (subject, inner) in inner.all {
            let distance = if parameter(&subject) { far } else { distance };
            let depth = subject.depth.checked_add(1).filter(|depth| *depth < 4)?;
            let each = subject.each || inner != Distance::POINT || !place.path.is_empty();
            found.all.push((Subject { depth, each, ..subject }, distance));
        }
        Some(())
    }

    /// Whether behind a pointer there is still what was there before a call, moved on: the call writes no pointers and was not given
    /// this one, or is known to leave that.
    pub(super) fn stays(&self, write: &Write<'_>, pointer: Option<VarId>) -> bool {
        let (block, at) = write.at;
        let cfg = self.engine.shape(self.function).cfg;
        let action = &cfg.blocks[block].instructions[at].action;
        let Action::Call { callee: Callee::Function(callee), arguments, .. } = action else {
            return false;
        };
        let Some(id) = pointer.filter(|id| self.is_steady(*id)) else { return false };
        let given = |argument: &Value| variable_of(argument) == Some(id);
        let Some(place) = arguments.iter().position(given) else {
            return self.writes_bytes_at(write.at) && !self.is_to(write, pointer);
        };
        let summary = self.engine.summaries.of(*callee);
        let left = summary.and_then(|summary| summary.leaves.behind(place));
        let alone = arguments.iter().filter(|argument| given(argument)).count() == 1;
        alone && left.is_some_and(|left| left.iter().all(|from| *from == (place, true)))
    }

    /// What a call leaves in a variable that it was lent comes from what its arguments were, or what they point to.
    pub(super) fn left(
        &self,
        callee: FunctionId,
        (place, arguments): (usize, &[Value]),
        origin: At,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let summary = self.engine.summaries.of(callee)?;
        let lent = |argument: &Value| lent::variable(argument);
        let own = arguments.get(place).and_then(lent)?;
        let is_alone =
            |id: VarId| arguments.iter().filter(|one| lent(one) == Some(id)).count() == 1;
        is_alone(own).then_some(())?;
        // A variable whose address nobody else has is not written under another name.
        let mut apart = !self.reaching.is_only_lent(own);
        for (parameter, behind) in summary.leaves.behind(place)? {
            let argument = arguments.get(*parameter)?;
            if !behind {
                self.follow(argument, origin, Distance::OPEN, way, found)?;
                continue;
            }
            let id = lent(argument)?;
            apart |= !self.reaching.is_only_lent(id) || !is_alone(id);
            let (variable, base) = (self.engine.program.variable(id), Base::Variable(id));
            let place = Place { base, path: Vec::new(), ty: variable.ty, volatile: false };
            self.load(&place, origin, Distance::OPEN, way, found)?;
        }
        found.apart |= apart && summary.leaves.apart(place);
        Some(())
    }

    /// What a call leaves behind a pointer that is one of its arguments.
    pub(super) fn output(&self, (block, at): At, pointer: Option<VarId>) -> Option<Subject> {
        let program = self.engine.program;
        let cfg = self.engine.shape(self.function).cfg;
        let Action::Call { callee: Callee::Function(callee), arguments, .. } =
            &cfg.blocks[block].instructions[at].action
        else {
            return None;
        };
        let id = pointer.filter(|id| self.is_steady(*id))?;
        program.function(*callee).model.is_none().then_some(())?;
        let place = arguments.iter().position(|argument| variable_of(argument) == Some(id))?;
        let party = Party::Output(*callee, place);
        Some(Subject { party, parameter: None, depth: 0, each: false, mask: 0 })
    }

    /// Whether a variable, a struct, is what others gave as a whole: an argument, a result, or what was in memory.
    pub(super) fn is_copy(&self, id: VarId, at: At) -> bool {
        let program = self.engine.program;
        let variable = program.variable(id);
        let cfg = self.engine.shape(self.function).cfg;
        let all = self.reaching.of(id, at.0, at.1);
        !variable.address_taken
            && all.iter().all(|definition| {
                let Some((block, at)) = *definition else {
                    return variable.storage == Storage::Parameter;
                };
                match &cfg.blocks[block].instructions[at].action {
                    Action::Assign(place, value) if place.as_variable() == Some(id) => {
                        self.is_in_memory(value)
                    }
                    Action::Call {
                        result: Some(place), callee: Callee::Function(callee), ..
                    } => {
                        let model = program.function(*callee).model;
                        place.as_variable() == Some(id) && model.is_none()
                    }
                    _ => false,
                }
            })
    }

    /// Whether what a member of a variable holds before an instruction was left there by functions that the variable was lent to,
    /// whichever way control came.
    pub(super) fn is_left(&self, id: VarId, place: &Place, at: At) -> bool {
        let cfg = self.engine.shape(self.function).cfg;
        let program = self.engine.program;
        let (mut seen, mut left) = (BTreeSet::new(), vec![at]);
        while let Some((block, at)) = left.pop() {
            for definition in self.reaching.of(id, block, at).iter() {
                let Some(from) = *definition else { return false };
                match &cfg.blocks[from.0].instructions[from.1].action {
                    // Another member is assigned: what this one holds is older.
                    Action::Assign(to, _) | Action::Zero(to) | Action::Havoc(to, _)
                        if self.reaching.are_apart(to, place) =>
                    {
                        left.extend(seen.insert(from).then_some(from));
                    }
                    Action::Call { result, callee: Callee::Function(callee), .. } => {
                        let assigned = result.as_ref().is_some_and(|place| match place.base {
                            Base::Variable(own) => own == id,
                            Base::Pointer(_) => false,
                        });
                        if assigned || program.function(*callee).model.is_some() {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
        }
        self.reaching.is_lent(id)
    }
}

//! Where values come from: parameters, members, variables with static storage and results, followed backwards through
//! assignments.

mod behind;
mod sources;
mod writes;

pub(super) use sources::{Distance, Guard, Sources};

use super::freed::Freed;
use super::reaching::{Reaching, is_zero};
use super::{Party, Subject};
use crate::engine::Engine;
use soundline_c::{
    Action, Base, BinaryOp, Callee, FunctionId, Place, Rank, RecordId, Step, Storage, Type, TypeId,
    Value, ValueKind, VarId,
};
use sources::Room;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Follows the values of one function.
pub(super) struct Tracer<'a, 'p> {
    engine: &'a Engine<'p>,
    function: FunctionId,
    pub(super) reaching: Reaching<'a, 'p>,
    /// What the function itself assigns to members; none if that is no single value.
    members: BTreeMap<Member, Vec<Stored<'p>>>,
    /// Whether that comes from others, too, as far as it is known or being looked for, by the order in which it was asked.
    known: RefCell<BTreeMap<Asked, (usize, bool)>>,
    asked: Cell<usize>,
    /// The variables that are known to hold no null of the function's own before an instruction, or not.
    excluded: RefCell<BTreeMap<(VarId, At), bool>>,
    /// The variables to which it does.
    variables: BTreeSet<VarId>,
    /// Where it may write what pointers of others lead to.
    writes: Vec<Write<'p>>,
    /// The variables that get a pointer out of another one, and that.
    copies: BTreeSet<(VarId, VarId)>,
    freed: Freed<'a, 'p>,
    /// How much was followed for the question that is being answered, and how many are being answered on the way.
    followed: Cell<(usize, usize)>,
}

/// Something may be written that others know.
struct Write<'p> {
    at: At,
    /// As what, if that is known.
    ty: Option<TypeId>,
    /// The value, if there is a single one.
    value: Option<&'p Value>,
    /// Whether it is not a member, and written through a pointer.
    plain: bool,
    /// The variable that this pointer is, if it is one.
    through: Option<VarId>,
    /// The pointer.
    pointer: Option<&'p Value>,
}

/// An assignment to a member, and the value; none if that is no single one.
type Stored<'p> = (At, Option<&'p Value>);

/// What may come from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    /// All that the function assigns to a member.
    Member(Member),
    /// What it assigns to one there.
    Store(At),
}

/// So many questions are answered on the way to the answer of another one.
const MOST_QUESTIONS: usize = 100;

/// Assignments are followed so far.
const DEEPEST: usize = 500;

/// For one question so many reads are followed.
const MOST_FOLLOWED: usize = 100_000;

/// The assignments that were followed to variables, with the distances from there.
#[derive(Clone, Default)]
struct Way {
    seen: BTreeMap<(At, VarId), Distance>,
    depth: usize,
    /// Whether only some bits are followed: what is taken apart twice is not.
    bits: bool,
    /// The writes through pointers that were followed.
    writes: BTreeSet<At>,
    /// The assignments to places in memory that were followed, with the distances from there.
    stored: BTreeMap<At, Distance>,
}

/// A place in the graph of a function: a block, and an instruction of it.
type At = (usize, usize);

/// A member of a struct or union.
type Member = (RecordId, usize);

impl<'a, 'p> Tracer<'a, 'p> {
    pub(super) fn new(engine: &'a Engine<'p>, function: FunctionId) -> Self {
        let reaching = Reaching::new(engine, function);
        let (members, variables) = (BTreeMap::new(), BTreeSet::new());
        let (known, excluded) = (RefCell::default(), RefCell::default());
        let (writes, freed) = (Vec::new(), Freed::new(engine, function));
        let (asked, followed) = (Cell::default(), Cell::default());
        let copies = BTreeSet::new();
        let mut tracer = Self {
            engine,
            function,
            reaching,
            members,
            known,
            asked,
            excluded,
            variables,
            writes,
            copies,
            freed,
            followed,
        };
        for (number, block) in engine.shape(function).cfg.blocks.iter().enumerate() {
            for (at, instruction) in block.instructions.iter().enumerate() {
                let here = (number, at);
                tracer.note_write(&instruction.action, here);
                match &instruction.action {
                    Action::Assign(place, value) => tracer.note(place, here, Some(value)),
                    Action::Zero(place) | Action::Havoc(place, _) => tracer.note(place, here, None),
                    Action::Call { result: Some(place), .. } => tracer.note(place, here, None),
                    Action::Unknown { places, .. } => {
                        places.iter().for_each(|place| tracer.note(place, here, None));
                    }
                    _ => {}
                }
            }
        }
        tracer
    }

    /// The function whose values are followed.
    pub(super) fn function(&self) -> FunctionId {
        self.function
    }

    /// The function assigns to a place.
    fn note(&mut self, place: &Place, at: At, value: Option<&'p Value>) {
        let field = last_field(place);
        if let Some(member) = field {
            self.members.entry(member).or_default().push((at, value));
        }
        match place.base {
            Base::Variable(id) => {
                self.variables.insert(id);
                let from = value.and_then(super::values::base);
                self.copies.extend(from.map(|from| (id, from)));
            }
            Base::Pointer(_) => {
                let types = &self.engine.program.types;
                // All members of a struct that is assigned as a whole. In a copy of what is in memory they hold what they held there.
                let copied = value.is_some_and(|value| self.is_in_memory(value));
                if let (Type::Record(record), false) = (types.get(place.ty), copied) {
                    let fields = 0..types.record(*record).fields.len();
                    for field in fields {
                        self.members.entry((*record, field)).or_default().push((at, None));
                    }
                }
            }
        }
    }

    /// Whether a value is read from what is not the function's own.
    fn is_in_memory(&self, value: &Value) -> bool {
        let ValueKind::Load(place) = &value.kind else { return false };
        match place.base {
            Base::Pointer(_) => true,
            Base::Variable(id) => matches!(
                self.engine.program.variable(id).storage,
                Storage::Global | Storage::Extern | Storage::Static
            ),
        }
    }

    /// Whether what a member holds before an instruction is up to others, as far as this function is concerned: it has assigned
    /// only what comes from others, too.
    fn is_from_others(&self, member: Member, at: At) -> bool {
        let Some(stored) = self.members.get(&member) else { return true };
        let before = stored.iter().filter(|(from, _)| self.reaching.is_before(*from, at));
        let before: Vec<&Stored<'p>> = before.collect();
        before.is_empty()
            || self.is_known(Asked::Member(member), || stored.iter().all(|one| self.gives_on(one)))
            || before.iter().all(|one| self.is_known(Asked::Store(one.0), || self.gives_on(one)))
    }

    /// Whether what is assigned to a member comes from others.
    fn gives_on(&self, (at, value): &Stored<'p>) -> bool {
        let Some(value) = value else { return false };
        // A function can be called wherever it comes from.
        let own = |sources: Sources| !sources.null && !sources.apart;
        is_function(value) || self.sources(value, *at).is_some_and(own)
    }

    /// The answer to whether something that is assigned comes from others, looked for once. While it is looked for, what is assigned
    /// there is no argument against it.
    fn is_known(&self, asked: Asked, look: impl FnOnce() -> bool) -> bool {
        if let Some((_, known)) = self.known.borrow().get(&asked) {
            return *known;
        }
        if self.followed.get().1 > MOST_QUESTIONS {
            return false;
        }
        let number = self.asked.get();
        self.asked.set(number + 1);
        self.known.borrow_mut().insert(asked, (number, true));
        let from_others = look();
        let mut known = self.known.borrow_mut();
        if !from_others {
            // What was found since may rest on the contrary.
            known.retain(|_, (since, from_others)| *since < number || !*from_others);
        }
        known.insert(asked, (number, from_others));
        from_others
    }

    /// Where the value of an expression before an instruction comes from; none if anything else has a part in it.
    pub(super) fn sources(&self, value: &Value, at: At) -> Option<Sources> {
        self.sources_and_own(value, at).filter(|found| !found.has_own())
    }

    /// Answers a question, unless too much is followed for it; others may come up on the way.
    fn ask<T>(&self, answer: impl FnOnce() -> T) -> T {
        let (followed, questions) = self.followed.get();
        self.followed.set((if questions == 0 { 0 } else { followed }, questions + 1));
        let answer = answer();
        let (followed, questions) = self.followed.get();
        self.followed.set((followed, questions - 1));
        answer
    }

    /// Where the value of a local variable before an instruction comes from.
    pub(super) fn sources_of(&self, id: VarId, at: At) -> Option<Sources> {
        let variable = self.engine.program.variable(id);
        let types = &self.engine.program.types;
        matches!(types.get(variable.ty), Type::Pointer(_)).then_some(())?;
        let place =
            Place { base: Base::Variable(id), path: Vec::new(), ty: variable.ty, volatile: false };
        let mut found = Sources::default();
        self.ask(|| self.load(&place, at, Distance::POINT, &mut Way::default(), &mut found))?;
        // Nothing is said where it may have been freed.
        let mut subjects = found.all.iter().map(|(subject, _)| *subject);
        (!self.freed.may_be_held(&self.reaching, id, &mut subjects, at)).then_some(())?;
        if found.cyclic {
            found.all.iter_mut().for_each(|(_, distance)| *distance = Distance::OPEN);
        }
        (!found.all.is_empty() && !found.has_own()).then_some(found)
    }

    /// Whether a pointer was found not to be null, and whether that says so of what others gave.
    pub(super) fn guard(&self, pointer: &Value, at: At) -> Guard {
        if !self.reaching.is_no_null(pointer, at) {
            return Guard::No;
        }
        match self.is_source_guarded(pointer, at, &mut BTreeSet::new()) {
            true => Guard::Source,
            false => Guard::Somewhere,
        }
    }

    /// Whether what others gave was found not to be null, before it was moved on to where it is used.
    fn is_source_guarded(&self, pointer: &Value, at: At, seen: &mut BTreeSet<At>) -> bool {
        let pointer = super::values::innermost(pointer);
        let exact = |value: &Value, at: At| {
            let sources = self.sources_and_own(value, at);
            sources.is_some_and(|sources| sources.all.iter().all(|one| one.1 == Distance::POINT))
        };
        if !self.reaching.is_no_null(pointer, at) {
            return false;
        }
        if exact(pointer, at) {
            return true;
        }
        let ValueKind::Load(place) = &pointer.kind else { return false };
        let Some(id) = place.as_variable().filter(|id| self.engine.env.is_named(*id)) else {
            return false;
        };
        let variable = self.engine.program.variable(id);
        if variable.function != Some(self.function) || variable.volatile {
            return false;
        }
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        self.reaching.of(id, at.0, at.1).iter().all(|definition| {
            let Some((block, number)) = *definition else {
                return variable.storage == Storage::Parameter;
            };
            match &blocks[block].instructions[number].action {
                Action::Assign(to, value) if to.as_variable() == Some(id) => {
                    let from = (block, number);
                    // A way that comes back there says nothing new.
                    !seen.insert(from)
                        || exact(value, from)
                        || self.is_source_guarded(value, from, seen)
                }
                _ => false,
            }
        })
    }

    /// The sources of a pointer that it has its value from only by way of assignments of what was found not to be null.
    pub(super) fn guarded_sources(&self, pointer: &Value, mut at: At) -> BTreeSet<Subject> {
        let blocks = &self.engine.shape(self.function).cfg.blocks;
        let mut pointer = pointer;
        let mut depth = 0;
        let (id, all) = loop {
            let ValueKind::Load(place) = &super::values::innermost(pointer).kind else {
                return BTreeSet::new();
            };
            let Some(id) = place.as_variable().filter(|id| self.engine.env.is_named(*id)) else {
                return BTreeSet::new();
            };
            let all = self.reaching.of(id, at.0, at.1);
            match all.first() {
                // A copy of another variable has its value from where that has it.
                Some(Some((block, number))) if all.len() == 1 && depth < DEEPEST => {
                    match &blocks[*block].instructions[*number].action {
                        Action::Assign(to, value) if to.as_variable() == Some(id) => {
                            (pointer, at) = (value, (*block, *number));
                        }
                        _ => return BTreeSet::new(),
                    }
                    depth += 1;
                }
                _ => break (id, all),
            }
        };
        let variable = self.engine.program.variable(id);
        if variable.function != Some(self.function) || variable.volatile {
            return BTreeSet::new();
        }
        let (mut guarded, mut open) = (BTreeSet::new(), BTreeSet::new());
        for definition in all.iter() {
            let Some((block, number)) = *definition else {
                let party = Party::Function(self.function);
                let own = Subject { party, parameter: Some(id), depth: 0, each: false, mask: 0 };
                open.insert(own);
                continue;
            };
            let Action::Assign(to, value) = &blocks[block].instructions[number].action else {
                return BTreeSet::new();
            };
            let sources = self.sources_and_own(value, (block, number));
            let Some(sources) = sources.filter(|_| to.as_variable() == Some(id)) else {
                return BTreeSet::new();
            };
            let subjects = sources.all.into_iter().map(|(subject, _)| subject);
            match self.reaching.is_no_null(value, (block, number)) {
                true => guarded.extend(subjects),
                false => open.extend(subjects),
            }
        }
        guarded.retain(|subject| !open.contains(subject));
        guarded
    }

    /// The same of a pointer that may point to variables that the function knows, too.
    pub(super) fn sources_and_own(&self, value: &Value, at: At) -> Option<Sources> {
        let mut found = Sources::default();
        self.ask(|| self.follow(value, at, Distance::POINT, &mut Way::default(), &mut found))?;
        if found.all.is_empty() {
            return None;
        }
        if found.cyclic {
            // How far into a variable it may point is not known.
            (!found.has_own()).then_some(())?;
            found.all.iter_mut().for_each(|(_, distance)| *distance = Distance::OPEN);
        }
        let pointer = matches!(self.engine.program.types.get(value.ty), Type::Pointer(_));
        // Where it is used, a variable must not have ended.
        let ended = |room: &Room| self.reaching.is_ended(room.variable, at);
        (!found.own.iter().any(ended)).then_some(())?;
        found.null = found.null && !self.excludes_own_null(value, at);
        let mut subjects = found.all.iter().map(|(subject, _)| *subject);
        let freed = pointer && self.freed.may_be(&self.reaching, value, &mut subjects, at);
        (!freed).then_some(found)
    }

    /// Whether a null that the function itself assigned is none of the values that a pointer may have before an instruction: the
    /// pointer was compared on all ways from there.
    fn excludes_own_null(&self, pointer: &Value, at: At) -> bool {
        let ValueKind::Load(place) = &super::values::innermost(pointer).kind else { return false };
        let Some(id) = place.as_variable().filter(|id| self.engine.env.is_named(*id)) else {
            return false;
        };
        let variable = self.engine.program.variable(id);
        if variable.function != Some(self.function) || variable.volatile {
            return false;
        }
        if let Some(known) = self.excluded.borrow().get(&(id, at)) {
            return *known;
        }
        let (followed, questions) = self.followed.get();
        if questions > MOST_QUESTIONS {
            return false;
        }
        // While it is looked for, it is not known.
        self.excluded.borrow_mut().insert((id, at), false);
        self.followed.set((followed, questions + 1));
        let excluded = self.reaching.is_no_null_but(id, at, &mut |from| self.gives_value(id, from));
        self.followed.set((self.followed.get().0, questions));
        self.excluded.borrow_mut().insert((id, at), excluded);
        excluded
    }

    /// Whether an instruction gives a variable a pointer that is no null of the function's own.
    fn gives_value(&self, id: VarId, at: At) -> bool {
        let cfg = self.engine.shape(self.function).cfg;
        match &cfg.blocks[at.0].instructions[at.1].action {
            Action::Assign(to, value) if to.as_variable() == Some(id) => {
                self.sources_and_own(value, at).is_some_and(|found| !found.null)
            }
            Action::Call { result: Some(to), callee: Callee::Function(callee), arguments }
                if to.as_variable() == Some(id) =>
            {
                let (mut way, mut found) = (Way::default(), Sources::default());
                let call = (*callee, &arguments[..]);
                let given =
                    self.ask(|| self.given_back(call, at, Distance::POINT, &mut way, &mut found));
                given.is_some() && !found.null
            }
            _ => false,
        }
    }

    fn follow(
        &self,
        value: &Value,
        at: At,
        distance: Distance,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let types = &self.engine.program.types;
        let pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_));
        match &value.kind {
            ValueKind::Int(_) | ValueKind::Convert(_) if pointer(value.ty) && is_zero(value) => {
                found.null = true;
                Some(())
            }
            ValueKind::Convert(inner) if pointer(value.ty) == pointer(inner.ty) => {
                // A number keeps its value if the new type has room for what is needed of it.
                if !pointer(value.ty) {
                    let (to, from) = (types.integer(value.ty)?, types.integer(inner.ty)?);
                    (to.bits >= from.bits && to.rank != Rank::Bool).then_some(())?;
                    if to.signed != from.signed {
                        found.convert(from, to, distance);
                    }
                }
                self.follow(inner, at, distance, way, found)
            }
            ValueKind::PointerAdd { pointer, index, element_size } => {
                let step = match (index.as_int(), element_size) {
                    (Some(index), Some(size)) => {
                        Distance::point(index.checked_mul(i128::from(*size))?)
                    }
                    _ => Distance::OPEN,
                };
                self.follow(pointer, at, distance.plus(step), way, found)
            }
            // Some of its bits: what is added to it counts from there on, and inside nothing is added.
            ValueKind::Binary(BinaryOp::BitAnd, left, right) => {
                let (inner, mask) = match (left.as_int(), right.as_int()) {
                    (_, Some(mask)) => (left, mask),
                    (Some(mask), _) => (right, mask),
                    _ => return None,
                };
                let mask = u32::try_from(mask).ok().filter(|mask| *mask != 0)?;
                let mut own = Sources::default();
                // What was followed for itself is not the same as what was followed for some of its bits.
                (!way.bits).then_some(())?;
                let mut fresh = Way { depth: way.depth + 1, bits: true, ..Way::default() };
                self.follow(inner, at, Distance::POINT, &mut fresh, &mut own)?;
                (fresh.depth <= DEEPEST).then_some(())?;
                // Beyond these bits it matters which type was the first to have more.
                let bits = 32 - mask.leading_zeros();
                own.same_bits.is_none_or(|same| bits <= same).then_some(())?;
                for (subject, inner) in own.all {
                    let plain = inner == Distance::POINT && subject.mask == 0;
                    plain.then_some(())?;
                    found.all.push((Subject { mask, ..subject }, distance));
                }
                found.cyclic |= own.cyclic;
                found.apart |= own.apart;
                (!own.null).then_some(())
            }
            ValueKind::Binary(BinaryOp::Shr | BinaryOp::Shl, left, right)
                if right.as_int() == Some(0) =>
            {
                self.follow(left, at, distance, way, found)
            }
            ValueKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let step = right.as_int()?;
                let step = if *op == BinaryOp::Add { step } else { step.checked_neg()? };
                // Modulo the size of an unsigned type: the shorter way.
                let int = types.integer(value.ty).filter(|int| !int.signed && int.bits <= 64);
                let around = int.map(|int| 1i128 << int.bits);
                let step = match around {
                    Some(around) if step > around / 2 => step - around,
                    Some(around) if step < -around / 2 => step + around,
                    _ => step,
                };
                self.follow(left, at, distance.plus(Distance::point(step)), way, found)
            }
            ValueKind::AddressOf(Place { base: Base::Pointer(inner), path, .. }) => {
                let step = self.inside(types.pointee(inner.ty)?, path);
                self.follow(inner, at, distance.plus(step), way, found)
            }
            ValueKind::AddressOf(Place { base: Base::Variable(id), path, .. }) => {
                let room = self.own(*id, path)?;
                (!distance.open).then_some(())?;
                let (from, to) = (room.from - distance.low, room.to - distance.high);
                found.own.push(Room { from, to, ..room });
                Some(())
            }
            ValueKind::Load(place) if !place.volatile => self.load(place, at, distance, way, found),
            _ => None,
        }
    }

    /// The bytes of a variable, counted from a place in it.
    fn own(&self, id: VarId, path: &[Step]) -> Option<Room> {
        let variable = self.engine.program.variable(id);
        let own = variable.function == Some(self.function);
        let literal = matches!(variable.storage, Storage::Literal(_));
        let lasts = literal || matches!(variable.storage, Storage::Global | Storage::Static);
        (lasts || own).then_some(())?;
        let size = i128::from(self.engine.program.types.size(variable.ty)?);
        let inside = self.inside(variable.ty, path);
        (!inside.open && inside.low == inside.high).then_some(())?;
        let write = !variable.constant && !literal;
        Some(Room { variable: id, from: -inside.low, to: size - inside.low, write })
    }

    /// What is read from a place.
    fn load(
        &self,
        place: &Place,
        at: At,
        distance: Distance,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let (followed, questions) = self.followed.get();
        self.followed.set((followed + 1, questions));
        (followed < MOST_FOLLOWED).then_some(())?;
        let program = self.engine.program;
        let element = matches!(place.path.last(), Some(Step::Index(_)));
        let memory = |found: &mut Sources, party: Party| {
            let own = Subject { party, parameter: None, depth: 0, each: element, mask: 0 };
            found.all.push((own, distance));
            Some(())
        };
        let local = place.as_variable().is_some_and(|id| program.variable(id).function.is_some());
        if !local && self.stored(place, at, distance, way, found).is_some() {
            return Some(());
        }
        let variable = match &place.base {
            Base::Variable(id) => program.variable(*id),
            Base::Pointer(_) => match last_field(place) {
                Some(member) if !self.is_from_others(member, at) => return None,
                Some((record, field)) => return memory(found, Party::Member(record, field)),
                None => return self.behind(place, at, distance, way, found),
            },
        };
        let Base::Variable(id) = place.base else { return None };
        if matches!(variable.storage, Storage::Global | Storage::Extern | Storage::Static) {
            let whole = last_field(place).is_none();
            // Nobody provides what is constant.
            let constant = variable.constant && variable.init.is_some();
            if (whole && self.variables.contains(&id)) || variable.volatile || constant {
                return None;
            }
            return match last_field(place) {
                Some(member) if !self.is_from_others(member, at) => None,
                Some((record, field)) => memory(found, Party::Member(record, field)),
                None => memory(found, Party::Variable(id)),
            };
        }
        let own = variable.function == Some(self.function) && self.reaching.is_followed(id);
        if let Some((record, field)) = last_field(place)
            && own
            && !variable.volatile
            && (self.is_left(id, place, at)
                || (self.is_copy(id, at) && self.is_from_others((record, field), at)))
        {
            return memory(found, Party::Member(record, field));
        }
        if !own || !place.path.is_empty() || variable.volatile || way.depth > DEEPEST {
            return None;
        }
        for definition in self.reaching.of(id, at.0, at.1).iter() {
            let Some(origin) = *definition else {
                (variable.storage == Storage::Parameter).then_some(())?;
                let party = Party::Function(self.function);
                found.all.push((
                    Subject { party, parameter: Some(id), depth: 0, each: false, mask: 0 },
                    distance,
                ));
                continue;
            };
            // What was followed once is among the sources. Only how far it is from there may differ.
            if let Some(known) = way.seen.get(&(origin, id)) {
                found.cyclic |= *known != distance;
                continue;
            }
            way.seen.insert((origin, id), distance);
            let cfg = self.engine.shape(self.function).cfg;
            match &cfg.blocks[origin.0].instructions[origin.1].action {
                Action::Assign(to, value) if to.as_variable() == Some(id) => {
                    way.depth += 1;
                    self.follow(value, origin, distance, way, found)?;
                    way.depth -= 1;
                }
                Action::Call { result: Some(to), callee: Callee::Function(callee), arguments }
                    if to.as_variable() == Some(id) =>
                {
                    let call = (*callee, &arguments[..]);
                    self.given_back(call, origin, distance, way, found)?;
                }
                Action::Call { callee: Callee::Function(callee), arguments, .. } => {
                    let given = |argument| super::lent::variable(argument) == Some(id);
                    let place = arguments.iter().position(given)?;
                    program.function(*callee).model.is_none().then_some(())?;
                    let (mut own, mut further) = (found.clone(), way.clone());
                    further.depth += 1;
                    let call = (place, &arguments[..]);
                    let left = self.left(*callee, call, origin, &mut further, &mut own);
                    if left.is_some() && own.null == found.null && own.own.len() == found.own.len()
                    {
                        further.depth -= 1;
                        (*found, *way) = (own, further);
                        continue;
                    }
                    let party = Party::Output(*callee, place);
                    found.all.push((
                        Subject { party, parameter: Some(id), depth: 0, each: false, mask: 0 },
                        distance,
                    ));
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// How many bytes a way inside of an object is long.
    fn inside(&self, start: TypeId, path: &[Step]) -> Distance {
        let types = &self.engine.program.types;
        let (mut ty, mut distance) = (start, Distance::POINT);
        for step in path {
            match step {
                Step::Field(record, field) => {
                    let field = &types.record(*record).fields[*field];
                    let bytes = Distance::point(i128::from(field.offset_bits / 8));
                    (ty, distance) = (field.ty, distance.plus(bytes));
                }
                Step::Index(index) => {
                    let Type::Array { element, length } = types.get(ty) else {
                        return Distance::OPEN;
                    };
                    let Some(size) = types.size(*element) else { return Distance::OPEN };
                    let size = i128::from(size);
                    let step = match (index.as_int(), length) {
                        (Some(index), _) => Distance::point(index.saturating_mul(size)),
                        // A check of its own says that the index is one.
                        (None, Some(length)) if *length > 0 => Distance {
                            low: 0,
                            high: i128::from(length - 1).saturating_mul(size),
                            open: false,
                        },
                        _ => Distance::OPEN,
                    };
                    (ty, distance) = (*element, distance.plus(step));
                }
            }
        }
        distance
    }
}

/// The variable that a pointer is the value of.
fn variable_of(value: &Value) -> Option<VarId> {
    match &value.kind {
        ValueKind::Convert(inner) => variable_of(inner),
        ValueKind::Load(place) => place.as_variable(),
        _ => None,
    }
}

/// Whether a value is the address of a function.
fn is_function(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Convert(inner) => is_function(inner),
        ValueKind::Function(_) => true,
        _ => false,
    }
}

/// The last member on the way to a place.
fn last_field(place: &Place) -> Option<Member> {
    place.path.iter().rev().find_map(|step| match step {
        Step::Field(record, field) => Some((*record, *field)),
        Step::Index(_) => None,
    })
}

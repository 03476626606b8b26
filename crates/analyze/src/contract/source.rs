//! Where values come from: parameters, members, variables with static storage and results, followed backwards through
//! assignments.

use super::clause::{Elements, Need, Valid};
use super::reaching::{Reaching, is_zero};
use super::{Party, Promise, Subject};
use crate::engine::Engine;
use soundline_c::{
    Action, Base, BinaryOp, Callee, FunctionId, Place, Rank, RecordId, Step, Storage, Type, TypeId,
    Value, ValueKind, VarId,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// How far a value is from its source: bytes of a pointer, otherwise units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Distance {
    pub(super) low: i128,
    pub(super) high: i128,
    /// Nobody knows.
    pub(super) open: bool,
}

impl Distance {
    pub(super) const POINT: Distance = Distance { low: 0, high: 0, open: false };
    const OPEN: Distance = Distance { low: 0, high: 0, open: true };

    fn plus(self, other: Distance) -> Distance {
        Distance {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
            open: self.open || other.open,
        }
    }

    fn point(at: i128) -> Distance {
        Distance { low: at, high: at, open: false }
    }
}

/// Where a value may come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    pub(super) all: Vec<(Subject, Distance)>,
    /// It may be null as well.
    pub(super) null: bool,
    /// Whether it is computed from itself, so that distances mean nothing.
    cyclic: bool,
    /// Whether a number may have another value than its source: only those that both types have are kept.
    pub(super) converted: bool,
}

impl Sources {
    /// What it needs of where a value comes from that this is needed of what the value points to, so many pointers on; or of the
    /// value itself, which may be guarded against null.
    pub(super) fn pass(
        &self,
        asked: &Subject,
        need: Need,
        guarded: bool,
    ) -> Option<Vec<(Subject, Need)>> {
        let (depth, each) = (asked.depth, asked.each);
        let of = |(own, distance): (Subject, Distance)| {
            let own_depth = own.depth.checked_add(depth).filter(|depth| *depth < 4)?;
            let (each, mask) = (own.each || each, own.mask | asked.mask);
            // Of pointers and of numbers that are taken apart twice nothing is said.
            let plain = own.mask == 0 || (asked.mask == 0 && depth == 0);
            plain.then_some(())?;
            let own = Subject { depth: own_depth, each, mask, ..own };
            let exact = distance == Distance::POINT;
            if depth > 0 {
                return exact.then_some((own, need));
            }
            let need = match need {
                // Whoever provides the number is another one.
                Need::Elements(elements) => {
                    let Elements { write, null, lasts, .. } = elements;
                    let null = exact && (null || guarded);
                    Need::Valid(Valid { from: 0, to: 0, more: true, write, null, lasts })
                }
                Need::Valid(valid) if distance.open => {
                    let null = valid.null || guarded;
                    Need::Valid(Valid { from: 0, to: 0, more: true, null, ..valid })
                }
                Need::Valid(valid) => {
                    let (low, high) =
                        (i64::try_from(distance.low).ok()?, i64::try_from(distance.high).ok()?);
                    let from = valid.from.checked_add(low)?;
                    let to = valid.to.checked_add(high)?;
                    let null = exact && (valid.null || guarded);
                    Need::Valid(Valid { from, to, null, ..valid })
                }
                Need::Callable { null } if exact => Need::Callable { null: null || guarded },
                Need::Text { null } if exact => Need::Text { null: null || guarded },
                // The rest of a string.
                Need::Text { .. } => {
                    let (write, null, lasts) = (false, false, true);
                    Need::Valid(Valid { from: 0, to: 0, more: true, write, null, lasts })
                }
                // Small numbers that are not negative stay what they are in a type of another sign.
                Need::Range(low, high) if exact && self.converted => {
                    (high < i64::MAX.into()).then_some(())?;
                    Need::Range(low.max(0), high)
                }
                // -1 may be another number there.
                Need::Not(number) if exact && self.converted && number != 0 => return None,
                Need::Freeable | Need::Not(_) | Need::NotNull | Need::Range(..) if exact => need,
                _ => return None,
            };
            Some((own, need))
        };
        let allows_null = need.takes_null();
        (!self.null || allows_null || guarded).then_some(())?;
        self.all.iter().copied().map(of).collect()
    }
}

/// Follows the values of one function.
pub(super) struct Tracer<'a, 'p> {
    engine: &'a Engine<'p>,
    function: FunctionId,
    pub(super) reaching: Reaching<'a, 'p>,
    /// What the function itself assigns to members; none if that is no single value.
    members: BTreeMap<Member, Vec<(At, Option<&'p Value>)>>,
    /// The members of which it is known whether that comes from others, too; or is being looked for.
    known: RefCell<BTreeMap<Member, bool>>,
    /// The variables to which it does.
    variables: BTreeSet<VarId>,
    /// Whether it assigns something through a pointer that is no member.
    plain: bool,
    /// Where it may write what pointers of others lead to; as what, if that is known.
    writes: Vec<(At, Option<TypeId>)>,
}

/// Assignments are followed so far.
const DEEPEST: usize = 500;

/// The assignments that were followed to variables, with the distances from there.
#[derive(Default)]
struct Way {
    seen: BTreeMap<(At, VarId), Distance>,
    depth: usize,
    /// Whether only some bits are followed: what is taken apart twice is not.
    bits: bool,
}

/// A place in the graph of a function: a block, and an instruction of it.
type At = (usize, usize);

/// A member of a struct or union.
type Member = (RecordId, usize);

impl<'a, 'p> Tracer<'a, 'p> {
    pub(super) fn new(engine: &'a Engine<'p>, function: FunctionId) -> Self {
        let reaching = Reaching::new(engine, function);
        let (members, variables) = (BTreeMap::new(), BTreeSet::new());
        let known = RefCell::default();
        let (plain, writes) = (false, Vec::new());
        let mut tracer =
            Self { engine, function, reaching, members, known, variables, plain, writes };
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

    /// What an instruction may write that others know.
    fn note_write(&mut self, action: &Action, at: At) {
        let program = self.engine.program;
        let known = |place: &Place| match place.base {
            Base::Pointer(_) => true,
            Base::Variable(id) => self.engine.env.exposed[id.index()],
        };
        let written = |place: &Place| known(place).then_some(Some(place.ty));
        let written = match action {
            Action::Assign(place, _) => written(place),
            Action::Zero(place) | Action::Havoc(place, _) => known(place).then_some(None),
            Action::Call { callee: Callee::Function(id), result, .. } => {
                let effects = program.effects.function(*id);
                let writes = effects.writes_memory() || effects.does_anything();
                let writes = writes || !effects.written().is_empty();
                match writes {
                    true => Some(None),
                    false => result.as_ref().and_then(written),
                }
            }
            Action::Call { .. } | Action::Unknown { .. } => Some(None),
            _ => None,
        };
        self.writes.extend(written.map(|ty| (at, ty)));
    }

    /// Whether what a pointer of others leads to may be another value before an instruction than at the start of the function; of
    /// this type, or anything.
    pub(super) fn may_be_written(&self, ty: Option<TypeId>, at: At) -> bool {
        let types = &self.engine.program.types;
        let pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_));
        let same = |other: TypeId| {
            let Some(ty) = ty else { return true };
            let plain = |ty: TypeId| types.integer(ty).is_some() || pointer(ty);
            let bytes = (types.size(ty), types.size(other));
            let alike = pointer(ty) == pointer(other) && bytes.0 == bytes.1;
            !plain(ty) || !plain(other) || alike || bytes.0 == Some(1) || bytes.1 == Some(1)
        };
        let mut all = self.writes.iter();
        all.any(|(from, written)| written.is_none_or(same) && self.reaching.is_before(*from, at))
    }

    /// The function assigns to a place.
    fn note(&mut self, place: &Place, at: At, value: Option<&'p Value>) {
        let field = last_field(place);
        if let Some(member) = field {
            self.members.entry(member).or_default().push((at, value));
        }
        match place.base {
            Base::Variable(id) => drop(self.variables.insert(id)),
            Base::Pointer(_) => {
                let types = &self.engine.program.types;
                self.plain |= field.is_none() && matches!(types.get(place.ty), Type::Pointer(_));
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
        // Nothing that it assigns comes before.
        if stored.iter().all(|(from, _)| !self.reaching.is_before(*from, at)) {
            return true;
        }
        if let Some(known) = self.known.borrow().get(&member) {
            return *known;
        }
        // While it is looked for, what it holds already is no argument against it.
        self.known.borrow_mut().insert(member, true);
        let from_others = stored.iter().all(|one| {
            let (at, Some(value)) = one else { return false };
            // A function can be called wherever it comes from.
            is_function(value) || self.sources(value, *at).is_some_and(|sources| !sources.null)
        });
        let mut known = self.known.borrow_mut();
        if !from_others {
            // What was found about others may rest on the contrary.
            known.retain(|_, from_others| !*from_others);
        }
        known.insert(member, from_others);
        from_others
    }

    /// Where the value of an expression before an instruction comes from; none if anything else has a part in it.
    pub(super) fn sources(&self, value: &Value, at: At) -> Option<Sources> {
        let mut found = Sources::default();
        self.follow(value, at, Distance::POINT, &mut Way::default(), &mut found)?;
        if found.all.is_empty() {
            return None;
        }
        if found.cyclic {
            found.all.iter_mut().for_each(|(_, distance)| *distance = Distance::OPEN);
        }
        Some(found)
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
                    found.converted |= to.signed != from.signed;
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
                for (subject, inner) in own.all {
                    let plain = inner == Distance::POINT && subject.mask == 0;
                    plain.then_some(())?;
                    found.all.push((Subject { mask, ..subject }, distance));
                }
                found.cyclic |= own.cyclic;
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
            ValueKind::Load(place) if !place.volatile => self.load(place, at, distance, way, found),
            _ => None,
        }
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
        let program = self.engine.program;
        let element = matches!(place.path.last(), Some(Step::Index(_)));
        let memory = |found: &mut Sources, party: Party| {
            // What was freed is not what it was.
            (!self.reaching.is_after_freed(at.0, at.1)).then_some(())?;
            let own = Subject { party, parameter: None, depth: 0, each: element, mask: 0 };
            found.all.push((own, distance));
            Some(())
        };
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
        if !own || !place.path.is_empty() || variable.volatile || way.depth > DEEPEST {
            return None;
        }
        if self.reaching.is_after_freed(at.0, at.1) {
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
                    let called = program.function(*callee);
                    (called.model.is_none() && called.returns.is_none()).then_some(())?;
                    let copied = self.engine.promise(*callee).and_then(Promise::copies);
                    if let Some((number, further, null)) = copied
                        && let Some(argument) = arguments.get(number)
                    {
                        found.null |= null;
                        way.depth += 1;
                        self.follow(argument, origin, distance.plus(further), way, found)?;
                        way.depth -= 1;
                        continue;
                    }
                    let party = Party::Result(*callee);
                    found.all.push((
                        Subject { party, parameter: None, depth: 0, each: false, mask: 0 },
                        distance,
                    ));
                }
                Action::Call { callee: Callee::Function(callee), arguments, .. } => {
                    let given = |argument| super::lent::variable(argument) == Some(id);
                    let place = arguments.iter().position(given)?;
                    program.function(*callee).model.is_none().then_some(())?;
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

    /// What is read through a pointer that is not to a struct.
    fn behind(
        &self,
        place: &Place,
        at: At,
        distance: Distance,
        way: &mut Way,
        found: &mut Sources,
    ) -> Option<()> {
        let Base::Pointer(pointer) = &place.base else { return None };
        let kept = !self.plain && !self.reaching.is_after_freed(at.0, at.1);
        kept.then_some(())?;
        // What leads there is followed for itself.
        let mut inner = Sources::default();
        let mut own = Way { depth: way.depth + 1, bits: way.bits, ..Way::default() };
        self.follow(pointer, at, Distance::POINT, &mut own, &mut inner)?;
        (own.depth <= DEEPEST).then_some(())?;
        for (subject, inner) in inner.all {
            // What a parameter leads to is what it was at the call.
            let own = matches!(subject.party, Party::Function(_));
            (!own || !self.may_be_written(Some(place.ty), at)).then_some(())?;
            let depth = subject.depth.checked_add(1).filter(|depth| *depth < 4)?;
            let each = subject.each || inner != Distance::POINT || !place.path.is_empty();
            found.all.push((Subject { depth, each, ..subject }, distance));
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

//! One cause, one root: accesses through the same value of a pointer fail for one reason, wherever they are.
//!
//! Behind a check its claim makes the next ones hold. Where no way leads from one to the other, as in the cases of a
//! switch, each would be a root of its own. Here those are put together whose pointers are the same expression, in which
//! variables have their values from the same assignments. What is read through pointers counts as the same as long as the
//! function itself assigns nothing to such members: then the root is about what the member holds. A pointer that moves on by
//! constants is followed back to where it began, so that `*p++` and the next `*p++` have one cause.

use super::origins::Origins;
use super::{Seen, straight};
use crate::engine::Engine;
use crate::graph::{Definition, Definitions};
use crate::state::{Root, SubjectId};
use crate::transfer::Outcome;
use soundline_c::{
    Action, Base, CheckKind, FunctionId, Place, Step, Type, TypeId, Value, ValueKind, VarId,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// What is assumed of a pointer: the bytes around it that are used, and whether they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needed {
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) write: bool,
}

/// An instruction with a check.
type At = (FunctionId, usize, usize);

/// A cause: the pointer, what is wrong with it, and where the variables in it have their values from.
type Cause = (SubjectId, Option<String>, Vec<(VarId, Rc<BTreeSet<Definition>>)>);

/// A check that may fail because of its pointer.
#[derive(Clone)]
struct Suspect {
    root: Root,
    start: u32,
    at: At,
    subject: SubjectId,
    reads: Vec<VarId>,
    /// Where these variables have the values that are meant.
    from: (usize, usize),
    /// How many bytes the expression without constant steps moved since.
    moved: i64,
    needed: Needed,
    /// Whether the function assigns to members that the pointer is read from.
    stored: bool,
}

/// Puts roots of one cause together: all but the first in the text rest on that.
pub(crate) fn unite(engine: &Engine<'_>, seen: &mut Seen, functions: &[FunctionId]) {
    let mut led: BTreeMap<Root, Root> = BTreeMap::new();
    for function in functions.iter().copied() {
        let (open, stored): (Vec<_>, Vec<_>) =
            suspects(engine, seen, function).into_iter().partition(|one| !one.stored);
        for (_, mut group) in groups(engine, seen, function, open) {
            group.sort_by_key(|one| (one.start, one.root));
            let Some(first) = group.first().map(|one| one.root) else { continue };
            let (mut needed, moved) = (group[0].needed, group[0].moved);
            for one in &group {
                needed = needed.hull(one.needed);
                if one.root != first {
                    led.insert(one.root, first);
                }
            }
            // They are counted from what the first pointer is.
            let (from, to) = (needed.from.saturating_sub(moved), needed.to.saturating_sub(moved));
            seen.needed.insert(first, Needed { from, to, ..needed });
            seen.united.insert(first, group.iter().map(|one| (one.at, one.needed)).collect());
            for one in group.iter().filter(|one| one.root != first) {
                let outcomes = seen.outcomes.entry(one.at).or_default();
                outcomes.iter_mut().for_each(|outcome| *outcome = (Outcome::Holds, false));
                seen.under.entry(one.at).or_default().insert(first);
            }
        }
        follow_writes(engine, seen, stored, &mut led);
    }
    if led.is_empty() {
        return;
    }
    for roots in seen.under.values_mut() {
        if roots.iter().any(|root| led.contains_key(root)) {
            *roots = roots.iter().map(|root| led.get(root).copied().unwrap_or(*root)).collect();
        }
    }
    let arguments = seen.arguments.values_mut().flatten();
    arguments.for_each(|argument| argument.led(&led));
    for given in seen.given.values_mut() {
        given.roots = given.roots.iter().map(|root| *led.get(root).unwrap_or(root)).collect();
    }
}

/// Accesses through a pointer in memory that only writes through itself come before, since the last access, rest on that:
/// `(*p)->a = 1; (*p)->b = 2;`.
fn follow_writes(
    engine: &Engine<'_>,
    seen: &mut Seen,
    mut stored: Vec<Suspect>,
    led: &mut BTreeMap<Root, Root>,
) {
    stored.sort_by_key(|one| (one.start, one.root));
    let own: BTreeMap<Root, Suspect> = stored.iter().map(|one| (one.root, one.clone())).collect();
    for one in stored.iter().filter(|one| one.moved == 0) {
        let Some((before, at)) = straight::access_before(engine, one.at, one.subject) else {
            continue;
        };
        let roots: BTreeSet<Root> = match own.get(&before).filter(|_| !led.contains_key(&before)) {
            Some(first) => {
                seen.needed.entry(before).or_insert(first.needed);
                seen.united.entry(before).or_insert_with(|| vec![(at, first.needed)]);
                [before].into()
            }
            None => seen.under.get(&at).cloned().unwrap_or_default(),
        };
        let Some(root) = roots.first().copied().filter(|_| roots.len() == 1) else { continue };
        let Some(known) = seen.needed.get_mut(&root) else { continue };
        *known = known.hull(one.needed);
        seen.united.entry(root).or_default().push((one.at, one.needed));
        let outcomes = seen.outcomes.entry(one.at).or_default();
        outcomes.iter_mut().for_each(|outcome| *outcome = (Outcome::Holds, false));
        seen.under.entry(one.at).or_default().insert(root);
        led.insert(one.root, root);
    }
}

/// The suspects of a function by their causes.
fn groups(
    engine: &Engine<'_>,
    seen: &Seen,
    function: FunctionId,
    suspects: Vec<Suspect>,
) -> BTreeMap<Cause, Vec<Suspect>> {
    let definitions = Definitions::new(engine.program, engine.shape(function).cfg);
    let mut groups: BTreeMap<Cause, Vec<Suspect>> = BTreeMap::new();
    for suspect in suspects {
        let (block, at) = suspect.from;
        let from = suspect.reads.iter().map(|id| (*id, definitions.reaching(*id, block, at)));
        let why = seen.why.get(&suspect.at).and_then(|why| why.split(';').next());
        let cause = (suspect.subject, why.map(str::to_owned), from.collect());
        groups.entry(cause).or_default().push(suspect);
    }
    groups
}

/// The accesses of a function that may fail, each at a single instruction.
fn suspects(engine: &Engine<'_>, seen: &Seen, function: FunctionId) -> Vec<Suspect> {
    let cfg = engine.shape(function).cfg;
    let first = (function, 0, 0);
    let last = (function, usize::MAX, usize::MAX);
    let may_fail = |outcomes: &[(Outcome, bool)]| {
        let open = |outcome: Outcome| matches!(outcome, Outcome::MayFail | Outcome::Holds);
        outcomes.iter().any(|(outcome, _)| *outcome == Outcome::MayFail)
            && outcomes.iter().all(|(outcome, _)| open(*outcome))
    };
    let mut instructions: HashMap<u32, usize> = HashMap::new();
    for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
        if let Action::Check(check) = &instruction.action {
            *instructions.entry(check.id).or_default() += 1;
        }
    }
    let mut stored: Option<BTreeSet<Stored>> = None;
    let origins = Origins::new(engine, function);
    let mut found = Vec::new();
    for (at, _) in seen.outcomes.range(first..=last).filter(|(_, all)| may_fail(all)) {
        let instruction = &cfg.blocks[at.1].instructions[at.2];
        let Action::Check(check) = &instruction.action else { continue };
        let CheckKind::Access { pointer, size: Some(size), write } = &check.kind else { continue };
        let (begun, from, moved) = origins.of(pointer, (at.1, at.2));
        let Some((_, plain)) = engine.env.pointer_subject(pointer) else { continue };
        let Some((subject, own)) = engine.env.pointer_subject(begun) else { continue };
        let Some(start) = own.checked_add(moved) else { continue };
        let Some(moved) = start.checked_sub(plain) else { continue };
        let (reads, memory) = engine.env.read_by(subject);
        let own = |id: &VarId| !engine.env.program.variable(*id).address_taken;
        if instructions[&check.id] > 1 || !reads.iter().all(own) {
            continue;
        }
        let mut is_stored = false;
        if memory {
            let stored = stored.get_or_insert_with(|| stored_members(engine, function));
            let mut members = BTreeSet::new();
            read_members(engine, begun, &mut members);
            is_stored =
                members.iter().any(|member| stored.iter().any(|own| may_be(engine, *own, *member)));
        }
        let Some(to) = i64::try_from(*size).ok().and_then(|size| start.checked_add(size)) else {
            continue;
        };
        let needed = Needed { from: start, to, write: *write };
        let (root, start) = ((function, check.id), instruction.span.start);
        let (at, stored) = (*at, is_stored);
        found.push(Suspect { root, start, at, subject, reads, from, moved, needed, stored });
    }
    found
}

impl Needed {
    fn hull(self, other: Needed) -> Needed {
        Needed {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
            write: self.write || other.write,
        }
    }
}

/// A member, by where it is in its struct and its type; none is a whole struct.
pub(super) type Stored = Option<(u64, TypeId)>;

/// The members to which a function assigns through pointers.
fn stored_members(engine: &Engine<'_>, function: FunctionId) -> BTreeSet<Stored> {
    let cfg = engine.shape(function).cfg;
    let mut found = BTreeSet::new();
    for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
        let place = match &instruction.action {
            Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => place,
            Action::Call { result: Some(place), .. } => place,
            _ => continue,
        };
        let whole = matches!(engine.program.types.get(place.ty), Type::Record(_));
        if is_memory(engine, place) {
            found.insert((!whole).then(|| (member(engine, place), place.ty)));
        }
    }
    found
}

/// Whether what is stored may be a member that is read: one at the same place, and not a pointer to another type.
pub(super) fn may_be(engine: &Engine<'_>, stored: Stored, read: (u64, TypeId)) -> bool {
    let Some((offset, ty)) = stored else { return true };
    let types = &engine.program.types;
    let other = match (types.get(ty), types.get(read.1)) {
        (Type::Pointer(own), Type::Pointer(other)) => own != other,
        _ => false,
    };
    offset == read.0 && !other
}

/// The members that an expression reads through pointers.
pub(super) fn read_members(
    engine: &Engine<'_>,
    value: &Value,
    found: &mut BTreeSet<(u64, TypeId)>,
) {
    if let ValueKind::Load(place) = &value.kind
        && is_memory(engine, place)
    {
        found.insert((member(engine, place), place.ty));
    }
    value.operands().into_iter().for_each(|operand| read_members(engine, operand, found));
}

fn is_memory(engine: &Engine<'_>, place: &Place) -> bool {
    match place.base {
        Base::Pointer(_) => true,
        Base::Variable(id) => engine.env.exposed[id.index()],
    }
}

/// Where the last member of a way is in its struct.
pub(super) fn member(engine: &Engine<'_>, place: &Place) -> u64 {
    let fields = place.path.iter().rev().filter_map(|step| match step {
        Step::Field(record, field) => {
            Some(engine.program.types.record(*record).fields[*field].offset_bits)
        }
        Step::Index(_) => None,
    });
    fields.into_iter().next().unwrap_or(0)
}

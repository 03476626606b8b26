//! One cause, one root: accesses through the same value of a pointer fail for one reason, wherever they are.
//!
//! Behind a check its claim makes the next ones hold. Where no way leads from one to the other, as in the cases of a
//! switch, each would be a root of its own. Here those are put together whose pointers are the same expression, in which
//! variables have their values from the same assignments. What is read through pointers counts as the same as long as the
//! function itself assigns nothing to such members: then the root is about what the member holds. Where contracts are inferred,
//! it does between the same of these assignments, and whatever else is known there: the root is about what others leave in the
//! member, as a contract is. A pointer that moves on by constants is followed back to where it began, so that `*p++` and the
//! next `*p++` have one cause.

use super::members::{may_be, read_members, stored_members};
use super::origins::Origins;
use super::{Seen, straight};
use crate::contract::Freed;
use crate::engine::Engine;
use crate::graph::{Definition, Definitions, Ways, written};
use crate::state::{Root, SubjectId};
use crate::transfer::Outcome;
use soundline_c::{
    Action, BinaryOp, Cfg, CheckKind, FunctionId, Program, Span, Storage, TypeId, Value, ValueKind,
    VarId,
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

/// A cause: the pointer, what is wrong with it, where the variables in it have their values from, and the assignments of the
/// function that may be what it reads in memory.
type Cause = (SubjectId, Option<String>, Vec<(VarId, Rc<BTreeSet<Definition>>)>, BTreeSet<Spot>);

/// A block, and an instruction of it.
pub(super) type Spot = (usize, usize);

/// A check that may fail because of its pointer.
#[derive(Clone)]
struct Suspect {
    root: Root,
    start: u32,
    at: At,
    subject: SubjectId,
    reads: Vec<VarId>,
    /// Where these variables have the values that are meant.
    from: Spot,
    /// The assignments that may be what is read in memory.
    stored: BTreeSet<Spot>,
    /// Whether none of that was freed before.
    kept: bool,
    /// Of a check that is no access, its text.
    text: String,
    /// How many bytes the expression without constant steps moved since.
    moved: i64,
    /// Of an access.
    needed: Option<Needed>,
}

/// Puts roots of one cause together: all but the first in the text rest on that.
pub(crate) fn unite(engine: &Engine<'_>, seen: &mut Seen, functions: &[FunctionId]) {
    let mut led: BTreeMap<Root, Root> = BTreeMap::new();
    for function in functions.iter().copied() {
        let all = suspects(engine, seen, function);
        let subjects = all.iter().map(|one| (one.root, one.subject)).collect();
        let stored: Vec<Suspect> =
            all.iter().filter(|one| !one.stored.is_empty()).cloned().collect();
        // Where contracts are inferred, it is known which assignments each of them is behind.
        let keep = |one: &Suspect| engine.infers() || one.stored.is_empty();
        let open = all.into_iter().filter(keep).collect();
        for (_, mut group) in groups(engine, seen, function, open) {
            group.sort_by_key(|one| (one.start, one.root));
            let Some(first) = group.first().map(|one| one.root) else { continue };
            let moved = group[0].moved;
            let needed = group.iter().filter_map(|one| one.needed).reduce(Needed::hull);
            match needed {
                Some(needed) => {
                    // They are counted from what the first pointer is.
                    let count = |bytes: i64| bytes.saturating_sub(moved);
                    let (from, to) = (count(needed.from), count(needed.to));
                    seen.needed.insert(first, Needed { from, to, ..needed });
                    let own = group.iter().filter_map(|one| Some((one.at, one.needed?)));
                    seen.united.insert(first, own.collect());
                }
                None => {
                    tell_how_many(engine, seen, &group);
                    seen.alike.insert(first, group.iter().map(|one| one.at).collect());
                }
            }
            for one in group.iter().filter(|one| one.root != first) {
                lead(seen, &mut led, one, first);
            }
        }
        follow_writes(engine, seen, (stored, &subjects), &mut led);
    }
    if led.is_empty() {
        return;
    }
    let led: BTreeMap<Root, Root> = led.keys().map(|root| (*root, last(&led, *root))).collect();
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

/// Of several places that the program says control does not get to, in the expansion of one macro, it is said how many they are.
fn tell_how_many(engine: &Engine<'_>, seen: &mut Seen, group: &[Suspect]) {
    let Some(first) = group.first().filter(|_| group.len() > 1) else { return };
    if is_unreachable(engine, first.at) {
        let words = format!("{} of these in this line may be reached", group.len());
        seen.why.insert(first.at, words);
    }
}

/// Whether an instruction says that control does not get there.
fn is_unreachable(engine: &Engine<'_>, at: At) -> bool {
    matches!(kind_at(engine, at), Some(CheckKind::Unreachable))
}

/// The check at an instruction.
fn kind_at<'e>(engine: &Engine<'e>, (function, block, at): At) -> Option<&'e CheckKind> {
    match &engine.shape(function).cfg.blocks[block].instructions[at].action {
        Action::Check(check) => Some(&check.kind),
        _ => None,
    }
}

/// The quotient that a root about a divisor stands for, too.
pub(super) fn quotient_of<'e>(engine: &Engine<'e>, seen: &Seen, root: Root) -> Option<&'e Value> {
    let mut all = seen.alike.get(&root)?.iter().filter_map(|at| kind_at(engine, *at));
    all.find_map(|kind| match kind {
        CheckKind::Quotient(value) => Some(value),
        _ => None,
    })
}

/// A divisor that may be 0 and a quotient that may be too large are one cause if the division is the same: what is known of the
/// divisor excludes neither.
fn join_divisions(engine: &Engine<'_>, groups: &mut BTreeMap<Cause, Vec<Suspect>>) {
    let kind = |one: &Suspect| kind_at(engine, one.at);
    let is_quotient = |one: &Suspect| matches!(kind(one), Some(CheckKind::Quotient(_)));
    let is_divisor = |one: &&Suspect| matches!(kind(one), Some(CheckKind::Divisor(_)));
    let place = |one: &Suspect| {
        let (function, block, at) = one.at;
        let span = engine.shape(function).cfg.blocks[block].instructions[at].span;
        (span.start, span.end)
    };
    let mut divisors: BTreeMap<(u32, u32), Cause> = BTreeMap::new();
    for (cause, group) in groups.iter() {
        divisors.extend(group.iter().filter(is_divisor).map(|one| (place(one), cause.clone())));
    }
    let mut joined = Vec::new();
    for (cause, group) in groups.iter().filter(|(_, group)| group.iter().all(is_quotient)) {
        let all = group.iter().filter_map(|one| divisors.get(&place(one)));
        let all: BTreeSet<&Cause> = all.collect();
        let only = all.first().filter(|_| all.len() == 1);
        joined.extend(only.map(|divisor| (cause.clone(), (*divisor).clone())));
    }
    for (cause, divisor) in joined {
        let own = groups.remove(&cause).unwrap_or_default();
        groups.entry(divisor).or_default().extend(own);
    }
}

/// From now on a check rests on this root.
fn lead(seen: &mut Seen, led: &mut BTreeMap<Root, Root>, one: &Suspect, root: Root) {
    led.insert(one.root, root);
    let refined = seen.refining.remove(&one.root).unwrap_or_default();
    if !refined.is_empty() {
        seen.refining.entry(root).or_default().extend(refined);
    }
    let outcomes = seen.outcomes.entry(one.at).or_default();
    outcomes.iter_mut().for_each(|outcome| *outcome = (Outcome::Holds, false));
    seen.under.entry(one.at).or_default().insert(root);
}

/// What a root rests on in the end.
fn last(led: &BTreeMap<Root, Root>, root: Root) -> Root {
    let mut root = root;
    while let Some(next) = led.get(&root) {
        root = *next;
    }
    root
}

/// Accesses through a pointer in memory that only writes through itself come before, since the last access, rest on that:
/// `(*p)->a = 1; (*p)->b = 2;`. The pointers of all roots are known.
fn follow_writes(
    engine: &Engine<'_>,
    seen: &mut Seen,
    (mut stored, subjects): (Vec<Suspect>, &BTreeMap<Root, SubjectId>),
    led: &mut BTreeMap<Root, Root>,
) {
    stored.sort_by_key(|one| (one.start, one.root));
    let own: BTreeMap<Root, Suspect> = stored.iter().map(|one| (one.root, one.clone())).collect();
    for one in stored.iter().filter(|one| one.moved == 0) {
        let Some(needed) = one.needed.filter(|_| !led.contains_key(&one.root)) else { continue };
        let Some((before, at)) = straight::access_before(engine, one.at, one.subject) else {
            continue;
        };
        let first = own.get(&before).filter(|first| !led.contains_key(&before) && first.moved == 0);
        let roots: BTreeSet<Root> = match first.and_then(|first| first.needed) {
            Some(needed) => {
                seen.needed.entry(before).or_insert(needed);
                seen.united.entry(before).or_insert_with(|| vec![(at, needed)]);
                [before].into()
            }
            None => seen.under.get(&at).cloned().unwrap_or_default(),
        };
        let roots = roots.into_iter().map(|root| last(led, root));
        // The access before rests on what its pointer is read from, too.
        let same = |root: &Root| subjects.get(root) == Some(&one.subject);
        let roots: BTreeSet<Root> = roots.filter(same).collect();
        let Some(root) = roots.first().copied().filter(|_| roots.len() == 1) else { continue };
        if root == one.root || !seen.needed.contains_key(&root) {
            continue;
        }
        // It may stand for others itself.
        let needed = seen.needed.remove(&one.root).unwrap_or(needed);
        let all = seen.united.remove(&one.root).unwrap_or_else(|| vec![(one.at, needed)]);
        if let Some(known) = seen.needed.get_mut(&root) {
            *known = known.hull(needed);
        }
        seen.united.entry(root).or_default().extend(all);
        lead(seen, led, one, root);
    }
}

/// The suspects of a function by their causes.
fn groups(
    engine: &Engine<'_>,
    seen: &Seen,
    function: FunctionId,
    suspects: Vec<Suspect>,
) -> BTreeMap<Cause, Vec<Suspect>> {
    // Where contracts are inferred, frees do not count that the pointer has not been given to.
    let cfg = engine.shape(function).cfg;
    let held = engine.env.held(function);
    let definitions = Definitions::new(engine.program, cfg).until_ends(cfg, &held);
    let without_frees = Definitions::of_values(engine.program, cfg).until_ends(cfg, &held);
    let counters = if engine.infers() { counters(engine.program, cfg) } else { BTreeMap::new() };
    let mut groups: BTreeMap<Cause, Vec<Suspect>> = BTreeMap::new();
    for suspect in suspects {
        let (block, at) = suspect.from;
        let from = suspect.reads.iter().map(|id| {
            let counted = suspect.needed.is_none().then(|| counters.get(id)).flatten();
            let kept = if suspect.kept { &without_frees } else { &definitions };
            let own = || kept.reaching(*id, block, at);
            (*id, counted.cloned().unwrap_or_else(own))
        });
        let why = seen.why.get(&suspect.at).and_then(|why| why.split(';').next());
        let why = match (engine.infers(), suspect.needed) {
            (false, _) => why.map(str::to_owned),
            (true, Some(_)) => None,
            // Only what looks the same is the same.
            (true, None) => Some(suspect.text.clone()),
        };
        let cause = (suspect.subject, why, from.collect(), suspect.stored.clone());
        groups.entry(cause).or_default().push(suspect);
    }
    join_divisions(engine, &mut groups);
    groups
}

/// The variables that only count, and all their assignments: constants, and themselves with a constant added. How far they count
/// is one cause, wherever it matters.
fn counters(program: &Program, cfg: &Cfg) -> BTreeMap<VarId, Rc<BTreeSet<Definition>>> {
    let temporaries = temporaries(program, cfg);
    let mut found: BTreeMap<VarId, Option<BTreeSet<Definition>>> = BTreeMap::new();
    for (number, block) in cfg.blocks.iter().enumerate() {
        for (at, instruction) in block.instructions.iter().enumerate() {
            for id in written(&instruction.action) {
                let counts = match &instruction.action {
                    Action::Assign(place, value) if place.as_variable() == Some(id) => {
                        value.as_int().is_some() || is_step(value, id, &temporaries)
                    }
                    Action::Declare(_) => true,
                    _ => false,
                };
                let known = found.entry(id).or_insert_with(|| Some(BTreeSet::new()));
                match known {
                    Some(all) if counts => drop(all.insert(Some((number, at)))),
                    _ => *known = None,
                }
            }
        }
    }
    found.into_iter().filter_map(|(id, all)| Some((id, Rc::new(all?)))).collect()
}

/// What is put aside for the rest of an expression: `i++` in `a[i++]` reads what `i` was.
fn temporaries<'a>(program: &Program, cfg: &'a Cfg) -> HashMap<VarId, &'a Value> {
    let mut found: HashMap<VarId, Option<&Value>> = HashMap::new();
    for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
        for id in written(&instruction.action) {
            let value = match &instruction.action {
                Action::Declare(_) => continue,
                Action::Assign(place, value) if place.as_variable() == Some(id) => Some(value),
                _ => None,
            };
            // Assigned at two places, it is not known which of the values it has.
            found.entry(id).and_modify(|known| *known = None).or_insert(value);
        }
    }
    let own = |id: VarId| matches!(program.variable(id).storage, Storage::Temporary);
    found.into_iter().filter_map(|(id, value)| Some((id, value.filter(|_| own(id))?))).collect()
}

/// Whether a value is that of a variable with a constant added.
fn is_step(value: &Value, id: VarId, temporaries: &HashMap<VarId, &Value>) -> bool {
    match &value.kind {
        ValueKind::Load(place) if place.as_variable() == Some(id) => true,
        ValueKind::Load(place) => {
            let aside = place.as_variable().and_then(|own| temporaries.get(&own));
            // What was put aside is from before: it is not read for itself.
            aside.is_some_and(|value| is_step(value, id, &HashMap::new()))
        }
        ValueKind::Convert(inner) => is_step(inner, id, temporaries),
        ValueKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            right.as_int().is_some() && is_step(left, id, temporaries)
        }
        _ => false,
    }
}

/// Where a place is that has no value, and what is written there.
fn line(program: &Program, span: Span) -> String {
    let place = program.source.locate(span.start);
    format!("{}:{} {}", place.file, place.line, program.source.words(span))
}

/// The accesses of a function that may fail, each at a single instruction; where contracts are inferred, other checks too.
fn suspects(engine: &Engine<'_>, seen: &Seen, function: FunctionId) -> Vec<Suspect> {
    let cfg = engine.shape(function).cfg;
    let first = (function, 0, 0);
    let last = (function, usize::MAX, usize::MAX);
    let may_fail = |at: &At, outcomes: &[(Outcome, bool)]| {
        // Control may get there, or not.
        if is_unreachable(engine, *at) {
            return outcomes.iter().all(|one| *one == (Outcome::Fails, false));
        }
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
    let mut stored = None;
    let ways = Ways::default();
    let freed = engine.infers().then(|| Freed::new(engine, function));
    let origins = Origins::new(engine, function);
    let mut found = Vec::new();
    for (at, _) in seen.outcomes.range(first..=last).filter(|(at, all)| may_fail(at, all)) {
        let instruction = &cfg.blocks[at.1].instructions[at.2];
        let Action::Check(check) = &instruction.action else { continue };
        let root = (function, check.id);
        let (subject, values, from, start, needed, moved) = match &check.kind {
            CheckKind::Access { pointer, size: Some(size), write } => {
                let (begun, from, moved) = origins.of(pointer, (at.1, at.2));
                let Some((_, plain)) = engine.env.pointer_subject(pointer) else { continue };
                let Some((subject, own)) = engine.env.pointer_subject(begun) else { continue };
                let Some(start) = own.checked_add(moved) else { continue };
                let Some(moved) = start.checked_sub(plain) else { continue };
                let end = i64::try_from(*size).ok().and_then(|size| start.checked_add(size));
                let Some(to) = end else { continue };
                let needed = Needed { from: start, to, write: *write };
                (subject, vec![begun], from, instruction.span.start, Some(needed), moved)
            }
            // What states are refined by is not the same for all of them.
            kind if engine.infers() => {
                // Of a pointer about which nothing is known, it does not matter how many bytes are used.
                let nothing = "nothing is known about the pointer";
                let unknown = seen.why.get(at).is_some_and(|why| why.starts_with(nothing));
                let subject = engine.env.cause_subject(kind, unknown);
                let Some(subject) = subject else { continue };
                let values = super::sources::subjects(kind);
                (subject, values, (at.1, at.2), instruction.span.start, None, 0)
            }
            _ => continue,
        };
        let (reads, memory) = engine.env.read_by(subject);
        let own = |id: &VarId| engine.env.is_named(*id);
        if instructions[&check.id] > 1 || !reads.iter().all(own) {
            continue;
        }
        let mut written = BTreeSet::new();
        if memory {
            let stored = stored.get_or_insert_with(|| stored_members(engine, function));
            let mut members: BTreeSet<(u64, TypeId)> = BTreeSet::new();
            values.iter().for_each(|value| read_members(engine, value, &mut members));
            let own = stored.iter().filter(|(stored, _)| {
                members.iter().any(|member| may_be(engine, *stored, *member))
            });
            written.extend(own.map(|(_, spot)| *spot));
            if engine.infers() {
                written.retain(|spot| ways.lead(&cfg.blocks, *spot, from));
            }
        }
        let mut kept = false;
        if let Some(freed) = &freed {
            let mut leads = |free: Spot| ways.lead(&cfg.blocks, free, (at.1, at.2));
            kept = !freed.is_before(values.iter().copied(), &mut leads);
        }
        let text = match &check.kind {
            CheckKind::Access { size: Some(_), .. } => String::new(),
            CheckKind::Unreachable => line(engine.program, instruction.span),
            _ => engine.program.source.words(instruction.span),
        };
        let stored = written;
        found.push(Suspect {
            root,
            start,
            at: *at,
            subject,
            reads,
            from,
            stored,
            kept,
            text,
            moved,
            needed,
        });
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

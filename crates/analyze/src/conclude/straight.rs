//! Accesses one after the other: what comes before one, as far back as nothing changes what its pointer is read from.

use super::At;
use super::members::{may_be, member, read_members};
use crate::engine::Engine;
use crate::state::{Root, SubjectId};
use soundline_c::{Action, Base, CheckKind, Place, Type, Value, VarId};
use std::collections::BTreeSet;

/// So many blocks are looked at.
const MOST: usize = 32;

/// What an instruction is to a pointer that is read from memory.
enum Step {
    /// An access through it, by this check.
    Access(u32),
    /// It leaves it as it is.
    Keeps,
    /// It may change it.
    Changes,
}

/// The access through the same pointer that every way to an instruction comes from, if there are only writes in between that go
/// through that pointer, to members of other types than those that it is read from, and writes to variables of the function's own.
pub(super) fn access_before(
    engine: &Engine<'_>,
    (function, block, at): At,
    subject: SubjectId,
) -> Option<(Root, At)> {
    let cfg = engine.shape(function).cfg;
    let Action::Check(check) = &cfg.blocks[block].instructions[at].action else { return None };
    let CheckKind::Access { pointer, .. } = &check.kind else { return None };
    let mut members = BTreeSet::new();
    read_members(engine, pointer, &mut members);
    let (reads, _) = engine.env.read_by(subject);
    let pointer = Pointer { subject, reads, members };
    let (mut block, mut end) = (block, at);
    for _ in 0..MOST {
        for at in (0..end).rev() {
            match pointer.step(engine, &cfg.blocks[block].instructions[at].action) {
                Step::Access(id) => return Some(((function, id), (function, block, at))),
                Step::Keeps => {}
                Step::Changes => return None,
            }
        }
        let to_here = |(_, one): &(usize, &soundline_c::Block)| {
            one.terminator.successors().iter().any(|to| to.index() == block)
        };
        let mut before = cfg.blocks.iter().enumerate().filter(to_here).map(|(number, _)| number);
        let (Some(only), None) = (before.next(), before.next()) else { return None };
        if block == 0 {
            return None;
        }
        (block, end) = (only, cfg.blocks[only].instructions.len());
    }
    None
}

/// A pointer that is read from memory.
struct Pointer {
    subject: SubjectId,
    reads: Vec<VarId>,
    members: BTreeSet<(u64, soundline_c::TypeId)>,
}

impl Pointer {
    fn step(&self, engine: &Engine<'_>, action: &Action) -> Step {
        let changes = |yes: bool| if yes { Step::Changes } else { Step::Keeps };
        match action {
            Action::Check(check) => match &check.kind {
                CheckKind::Access { pointer, size: Some(_), .. } if self.is(engine, pointer) => {
                    Step::Access(check.id)
                }
                _ => Step::Keeps,
            },
            Action::Point(_) | Action::Granted(_) | Action::Assume(_) => Step::Keeps,
            Action::Declare(id) | Action::End(id) => changes(self.reads.contains(id)),
            Action::Assign(place, _) => changes(!self.survives(engine, place)),
            _ => Step::Changes,
        }
    }

    fn is(&self, engine: &Engine<'_>, pointer: &Value) -> bool {
        engine.env.pointer_subject(pointer).is_some_and(|(subject, _)| subject == self.subject)
    }

    fn survives(&self, engine: &Engine<'_>, place: &Place) -> bool {
        let through = match &place.base {
            Base::Variable(id) => {
                return !self.reads.contains(id) && !engine.env.exposed[id.index()];
            }
            Base::Pointer(through) => through,
        };
        let types = &engine.program.types;
        // Characters may be a part of anything.
        let plain = match types.get(place.ty) {
            Type::Pointer(_) | Type::Float(_) => true,
            _ => types.integer(place.ty).is_some() && types.size(place.ty) != Some(1),
        };
        let stored = Some((member(engine, place), place.ty));
        let apart = |read: &(u64, soundline_c::TypeId)| !may_be(engine, stored, *read);
        let typed = !matches!(types.get(place.ty), Type::Pointer(_));
        self.is(engine, through) && plain && (typed || self.members.iter().all(apart))
    }
}

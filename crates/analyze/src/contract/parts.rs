//! What makes up a clause: each place that needs some of it, and how much. A call with constants that excludes some of these places needs
//! only what the others do.

use super::clause::{Need, Valid};
use super::constants::{By, Given, MOST_PARTS, parts};
use super::infer::Finder;
use super::{Party, Subject};
use crate::conclude::At;
use soundline_c::{CheckKind, FunctionId, Value};

/// Some of what makes up a clause, and what needs it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) need: Need,
    pub(super) by: By,
}

/// A part of a callee's clause, and what it needs of where the argument comes from.
type Passed = (Need, Vec<(Subject, Need)>);

impl Finder<'_, '_> {
    /// What an access needs that stands for several, by what each of them does.
    pub(super) fn parts_of_access(
        &self,
        (at, id): (At, u32),
        check: &CheckKind,
        (subject, need): (Subject, Need),
    ) -> Vec<Part> {
        if !self.is_required(subject) {
            return Vec::new();
        }
        let mut found: Vec<(Valid, Vec<usize>)> = Vec::new();
        for (part, block) in self.accesses((at, id), check, subject).unwrap_or_default() {
            match found.iter_mut().find(|(own, _)| *own == part) {
                Some((_, blocks)) => blocks.push(block),
                None => found.push((part, vec![block])),
            }
        }
        let all: Vec<Need> = found.iter().map(|(part, _)| Need::Valid(*part)).collect();
        if !make_up(&all, need) {
            return Vec::new();
        }
        let of = |(part, blocks)| Part { need: Need::Valid(part), by: By::Checks(blocks) };
        found.into_iter().map(of).collect()
    }

    /// Whether something is required of callers, who may give the function constants.
    pub(super) fn is_required(&self, subject: Subject) -> bool {
        subject.party == Party::Function(self.tracer.function()) && !self.steady.is_empty()
    }

    /// What each of the accesses that one stands for needs of a source of its pointer, and its block.
    fn accesses(
        &self,
        (at, id): (At, u32),
        check: &CheckKind,
        subject: Subject,
    ) -> Option<Vec<(Valid, usize)>> {
        let CheckKind::Access { pointer, size: Some(_), .. } = check else { return None };
        let (_, all) = self.known.united((at.0, id)).filter(|(_, all)| all.len() > 1)?;
        let (_, own) = self.engine.env.pointer_subject(pointer)?;
        let starts = self.valid(at, pointer, Some((0, 0)), false)?;
        let starts = starts.into_iter().filter(|(source, _)| *source == subject);
        let starts: Vec<Need> = starts.map(|(_, need)| need).collect();
        let mut found = Vec::new();
        for (other, needed) in all {
            let (pointer, ..) = self.access_at(*other)?;
            let place = (other.1, other.2);
            let null = self.is_guarded(*other, pointer)
                || self.tracer.guarded_sources(pointer, place).contains(&subject);
            for start in &starts {
                let Need::Valid(start) = *start else { return None };
                let (from, to) = match start.more {
                    true => (0, 0),
                    false => {
                        let from = start.from.checked_add(needed.from.checked_sub(own)?)?;
                        (from, start.to.checked_add(needed.to.checked_sub(own)?)?)
                    }
                };
                found.push((Valid { from, to, null, write: needed.write, ..start }, other.1));
            }
        }
        Some(found)
    }

    /// What the parts of a callee's clause need of where an argument comes from.
    pub(super) fn parts_of_call(
        &self,
        at: At,
        callee: FunctionId,
        (given, argument): (&[Given], &Value),
        (subject, need): (Subject, Need),
    ) -> Vec<Passed> {
        let of = |part| Some((part, self.pass(at, argument, subject, part)?));
        let all = parts(self.engine, callee, given, (subject, need));
        all.into_iter().map(of).collect::<Option<_>>().unwrap_or_default()
    }
}

/// The parts that make up what is needed of one source of an argument, each with the part of the callee's clause; none if it is not known
/// that they do.
pub(super) fn parts_for(all: &[Passed], (subject, need): (Subject, Need)) -> Vec<(Need, Need)> {
    let of = |(part, needs): &Passed| {
        let own = needs.iter().filter(|(source, _)| *source == subject);
        own.map(|(_, need)| (*part, *need)).collect::<Vec<_>>()
    };
    let found = all.iter().flat_map(of).collect::<Vec<_>>();
    let needs: Vec<Need> = found.iter().map(|(_, need)| *need).collect();
    if make_up(&needs, need) { found } else { Vec::new() }
}

/// Whether some parts, not all alike, are together all that is needed.
fn make_up(parts: &[Need], need: Need) -> bool {
    let Need::Valid(need) = need else { return false };
    let valid = |part: &Need| match part {
        Need::Valid(valid) => Some(*valid),
        _ => None,
    };
    let all: Option<Vec<Valid>> = parts.iter().map(valid).collect();
    let differ = parts.len() <= MOST_PARTS && parts.windows(2).any(|pair| pair[0] != pair[1]);
    let all = all.and_then(|all| all.into_iter().reduce(Valid::and));
    differ && all == Some(need)
}

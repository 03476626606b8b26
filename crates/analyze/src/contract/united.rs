//! What a root needs of others that stands for several checks.

use super::Subject;
use super::clause::{Need, Valid};
use super::infer::Finder;
use crate::conclude::{At, Needed};
use soundline_c::{Action, CheckKind};

/// The block of the check that alone needs something, and what.
type Needing = (Option<usize>, (Subject, Need));

impl Finder<'_, '_> {
    /// What a check needs of others, and all for which it stands; with the block of another check, if that alone needs it.
    pub(super) fn needs_of_all(&self, at: At, id: u32, check: &CheckKind) -> Option<Vec<Needing>> {
        let all = self.needs(at, id, check)?;
        let mut all: Vec<Needing> = all.into_iter().map(|need| (None, need)).collect();
        if matches!(check, CheckKind::Access { size: Some(_), .. }) {
            let again = self.read_again(at, id, check)?;
            all.extend(again.into_iter().map(|(block, one, need)| (Some(block), (one, need))));
            return Some(all);
        }
        let cfg = self.engine.shape(at.0).cfg;
        for other in self.known.alike((at.0, id)).iter().filter(|other| **other != at) {
            let Action::Check(check) = &cfg.blocks[other.1].instructions[other.2].action else {
                return None;
            };
            let own = self.needs(*other, check.id, &check.kind)?;
            all.extend(own.into_iter().map(|need| (Some(other.1), need)));
        }
        Some(all)
    }

    /// What accesses that a root stands for need beside what its own pointer needs: what they read in memory may be something else
    /// by then.
    fn read_again(
        &self,
        at: At,
        id: u32,
        check: &CheckKind,
    ) -> Option<Vec<(usize, Subject, Need)>> {
        let CheckKind::Access { pointer, .. } = check else { return None };
        let Some((Needed { from, to, write }, others)) = self.known.united((at.0, id)) else {
            return Some(Vec::new());
        };
        let (subject, own) = self.engine.env.pointer_subject(pointer)?;
        let (_, memory) = self.engine.env.read_by(subject);
        let mut found = Vec::new();
        if !memory || others.iter().all(|(other, _)| self.element(*other).is_some()) {
            return Some(found);
        }
        let bytes = (from.checked_sub(own)?, to.checked_sub(own)?);
        let known = self.tracer.sources_and_own(pointer, (at.1, at.2))?;
        for (other, _) in others.iter().filter(|(other, _)| *other != at) {
            let (pointer, size, writes) = self.access_at(*other)?;
            let size = i64::try_from(size).ok()?;
            let sources = self.tracer.sources_and_own(pointer, (other.1, other.2))?;
            let guarded = self.is_guarded(*other, pointer);
            let null = sources.null && !guarded;
            (!null && (!sources.has_own() || sources.own_have(bytes, write))).then_some(())?;
            let apart = sources.apart;
            for one in sources.all {
                if one.1.open || !known.all.contains(&one) || (apart && !known.apart) {
                    // Of another value only what is used here is needed.
                    let (from, to) = match one.1.open {
                        true => (0, 0),
                        false => {
                            let from = i64::try_from(one.1.low).ok()?;
                            (from, i64::try_from(one.1.high).ok()?.checked_add(size)?)
                        }
                    };
                    let (more, write) = (one.1.open, writes || (one.1.open && write));
                    let (null, lasts) = (guarded, self.frees);
                    let need = Valid { from, to, more, write, null, lasts, apart };
                    found.push((other.1, one.0, Need::Valid(need)));
                }
            }
        }
        Some(found)
    }
}

//! From sightings to findings: run again alone, shrunk, explained, and grouped by cause.

use std::collections::BTreeMap;

use soundline_lattice::shrink::Effort;

use super::judge::{Detail, Judge, Judged};
use super::tally::{Mark, Sighting};
use crate::campaign::{Cause, Ending, Finding, Unconfirmed};
use crate::cause;
use crate::shrink::shrink_trace;
use crate::trace::Trace;

/// Candidates that are run to shrink a violation: they are quick.
const TRIES: usize = 3_000;
/// Candidates for a death: each starts another worker.
const TRIES_WHEN_DYING: usize = 300;
/// Candidates for a hang: each waits for the time limit.
const TRIES_WHEN_HANGING: usize = 60;
/// How many deaths in one place are shrunk; the others are known to be there too.
const SHRUNK_DEATHS: usize = 4;
/// How many hangs in one place are shrunk.
const SHRUNK_HANGS: usize = 1;

/// What was made of the sightings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// By cause, the one that shows in most properties first.
    pub causes: Vec<Cause>,
    /// Sightings that did not come again when run alone.
    pub unconfirmed: Vec<Unconfirmed>,
}

/// Make findings of sightings, which are in order.
pub fn digest(
    sightings: &[Sighting],
    judge: &mut dyn Judge,
    mut tell: impl FnMut(usize, usize),
) -> Digest {
    let mut digest = Digest::default();
    let mut causes: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
    let mut shrunk_at: BTreeMap<String, usize> = BTreeMap::new();
    let groups: Vec<&[Sighting]> =
        sightings.chunk_by(|a, b| (a.property, a.mark) == (b.property, b.mark)).collect();
    for (position, group) in groups.iter().enumerate() {
        tell(position, groups.len());
        match confirm(group, judge) {
            Some((sighting, trace, judged)) => {
                let limit = match sighting.mark {
                    Mark::Violated | Mark::Inexact => usize::MAX,
                    Mark::Died => SHRUNK_DEATHS,
                    _ => SHRUNK_HANGS,
                };
                let shrunk = shrunk_at.entry(cause::place_title(&judged)).or_default();
                let worth_shrinking = *shrunk < limit && sighting.mark != Mark::OutOfMemory;
                *shrunk += 1;
                let finding = match worth_shrinking {
                    true => shrink(sighting, &trace, judge),
                    false => finding(sighting, trace.clone(), trace, judged),
                };
                causes.entry(cause::title(&finding)).or_default().push(finding);
            }
            None => digest.unconfirmed.extend(
                group.first().map(|s| Unconfirmed { property: s.property, index: s.index }),
            ),
        }
    }
    for (title, mut findings) in causes {
        // The paper's properties explain themselves; oracles that draw something do not.
        let key = |f: &Finding| (f.property > 46, f.trace.statements.len(), f.property, f.index);
        findings.sort_by_key(key);
        digest.causes.push(Cause { title, findings });
    }
    digest.causes.sort_by_key(|cause| std::cmp::Reverse(cause.properties().len()));
    digest
}

/// The first sighting that comes again when run alone.
fn confirm(group: &[Sighting], judge: &mut dyn Judge) -> Option<(Sighting, Trace, Judged)> {
    group.iter().find_map(|sighting| {
        let trace = judge.trace(sighting.index)?;
        let judged = judge_again(&trace, sighting.mark, judge);
        same(sighting.mark, judged.mark).then_some((*sighting, trace, judged))
    })
}

/// Judge a trace that is said to end so. Only a hang is not waited for.
fn judge_again(trace: &Trace, mark: Mark, judge: &mut dyn Judge) -> Judged {
    match judge.judge(trace, Detail::Full) {
        late if late.mark == Mark::TimedOut && mark != Mark::TimedOut => {
            judge.judge(trace, Detail::Patient)
        }
        judged => judged,
    }
}

/// Is it the same failure? Memory that runs out ends in many ways.
fn same(expected: Mark, found: Mark) -> bool {
    let alike = |mark| match mark {
        Mark::OutOfMemory => Mark::Died,
        mark => mark,
    };
    alike(expected) == alike(found)
}

fn shrink(sighting: Sighting, trace: &Trace, judge: &mut dyn Judge) -> Finding {
    let most = match sighting.mark {
        Mark::Violated | Mark::Inexact => TRIES,
        Mark::Died => TRIES_WHEN_DYING,
        _ => TRIES_WHEN_HANGING,
    };
    let mut effort = Effort { tries: 0, most };
    let fails = |candidate: &Trace| same(sighting.mark, judge.judge(candidate, Detail::Mark).mark);
    let smallest = shrink_trace(trace, &mut effort, fails);
    let judged = judge_again(&smallest, sighting.mark, judge);
    if same(sighting.mark, judged.mark) {
        return finding(sighting, smallest, trace.clone(), judged);
    }
    // A failure that comes and goes: keep the trace that was found.
    let judged = judge_again(trace, sighting.mark, judge);
    finding(sighting, trace.clone(), trace.clone(), judged)
}

fn finding(sighting: Sighting, trace: Trace, found_as: Trace, judged: Judged) -> Finding {
    let ending = match sighting.mark {
        Mark::TimedOut => Ending::TimedOut,
        Mark::OutOfMemory => Ending::OutOfMemory,
        Mark::Died => Ending::Died(judged.what.clone()),
        Mark::Inexact => Ending::Inexact,
        _ => Ending::Violated,
    };
    Finding {
        property: sighting.property,
        ending,
        index: sighting.index,
        trace,
        found_as,
        what: judged.what,
        place: judged.place,
        regions: judged.regions,
        point: judged.point,
        steps: judged.steps,
        stderr: judged.stderr,
        waived: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A judge on a busy machine: only who is patient learns that the property is violated.
    struct Busy(Vec<Detail>);

    impl Judge for Busy {
        fn judge(&mut self, _: &Trace, detail: Detail) -> Judged {
            self.0.push(detail);
            match detail {
                Detail::Patient => Judged::plain(Mark::Violated, "it is wrong"),
                _ => Judged::plain(Mark::TimedOut, "it does not end"),
            }
        }

        fn trace(&mut self, _: u64) -> Option<Trace> {
            "# soundline trace 1\ntarget boxes:exact\nvars 1\np0 = constraint x0 >= 0\ncheck P1 x=p0\n"
                .parse()
                .ok()
        }
    }

    #[test]
    fn violations_are_waited_for_and_hangs_are_not() {
        let sighting = |mark| Sighting { property: 1, mark, index: 7 };
        let mut busy = Busy(Vec::new());
        let found = digest(&[sighting(Mark::Violated)], &mut busy, |_, _| {});
        assert_eq!((found.causes.len(), found.unconfirmed.len()), (1, 0));
        assert_eq!(found.causes[0].findings[0].ending, Ending::Violated);
        let mut busy = Busy(Vec::new());
        let found = digest(&[sighting(Mark::TimedOut)], &mut busy, |_, _| {});
        assert_eq!(found.causes[0].findings[0].ending, Ending::TimedOut);
        assert!(!busy.0.contains(&Detail::Patient));
    }
}

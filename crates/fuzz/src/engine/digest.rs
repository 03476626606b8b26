//! From sightings to findings: run again alone, told apart by cause, shrunk within it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use soundline_lattice::shrink::Effort;
use soundline_targets::{Slot, Touch};

use super::judge::{Detail, Judge};
use super::place::Place;
use super::tally::Sighting;
use crate::campaign::{Cause, Finding, Unconfirmed};
use crate::cause::{Bucket, Severity};
use crate::outcome::{Ending, Outcome};
use crate::shrink::shrink_trace;
use crate::trace::{Statement, Trace};

/// Candidates that are run to shrink a violation: they are quick.
const TRIES: usize = 3_000;
/// Candidates for a death or a hang: each starts another worker.
const TRIES_WHEN_LOST: usize = 300;
/// How many findings of a cause are shrunk: the smallest ones, each of another property.
const SHRUNK: usize = 6;
/// The same of deaths and hangs.
const SHRUNK_WHEN_LOST: usize = 3;
/// How many deaths in one place are run again; the other properties are known to die there, too.
const CONFIRMED_PER_PLACE: usize = 4;
/// The same of hangs: each takes all the time that a test may take, and that is missing when they are shrunk.
const HANGS_PER_PLACE: usize = 1;

/// What was made of the sightings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// By cause, the most serious first.
    pub causes: Vec<Cause>,
    /// Sightings that did not come again when run alone.
    pub unconfirmed: Vec<Unconfirmed>,
}

/// A sighting that came again.
struct Case {
    sighting: Sighting,
    trace: Trace,
    outcome: Outcome,
}

/// Make findings of sightings.
pub fn digest(
    sightings: &[Sighting],
    judge: &mut dyn Judge,
    mut tell: impl FnMut(usize, usize),
) -> Digest {
    let Confirmed { cases, elsewhere, unconfirmed } = confirm_all(sightings, judge);
    let mut buckets: BTreeMap<Bucket, Vec<Case>> = BTreeMap::new();
    for case in cases {
        let bucket = Bucket::of(case.sighting.property, &case.outcome);
        buckets.entry(bucket).or_default().push(case);
    }
    let mut digest = Digest { causes: Vec::new(), unconfirmed };
    let all = buckets.len();
    for (position, (bucket, cases)) in buckets.into_iter().enumerate() {
        tell(position, all);
        // Every cause gets its share of the time that is left.
        let share = judge.time_left().map(|left| Instant::now() + left / (all - position) as u32);
        let place = cases.first().and_then(|case| case.outcome.place.clone());
        let findings = findings(&bucket, cases, judge, share);
        let known: BTreeSet<u16> = findings.iter().map(|finding| finding.property).collect();
        let same = |(at, _): &&(Place, u16)| {
            bucket.severity == Severity::Crash && place.as_deref() == Some(at.name())
        };
        let others: BTreeSet<u16> = elsewhere.iter().filter(same).map(|(_, p)| *p).collect();
        let others = others.difference(&known).copied().collect();
        digest.causes.push(Cause { title: bucket.title, findings, others });
    }
    digest
}

/// What came of running sightings again.
#[derive(Default)]
struct Confirmed {
    cases: Vec<Case>,
    /// Properties whose tests died in places of which enough was run again.
    elsewhere: Vec<(Place, u16)>,
    unconfirmed: Vec<Unconfirmed>,
}

/// Run sightings again: the first ones of all properties before the second ones, violations before
/// deaths.
fn confirm_all(sightings: &[Sighting], judge: &mut dyn Judge) -> Confirmed {
    let mut ranked: Vec<(usize, Sighting)> = Vec::new();
    for group in sightings.chunk_by(|a, b| kind(a) == kind(b)) {
        ranked.extend(group.iter().copied().enumerate());
    }
    ranked.sort_by_key(|(rank, sighting)| (*rank, !sighting.ending.is_verdict(), *sighting));
    let mut confirmed = Confirmed::default();
    let mut at_place: BTreeMap<(Ending, Place), usize> = BTreeMap::new();
    let mut failed: Vec<Unconfirmed> = Vec::new();
    let mut known: BTreeSet<(u16, Ending)> = BTreeSet::new();
    // What is known of places depends on who died first: it is of use where time is short, and not
    // where the same tests must give the same findings.
    let hasty = judge.time_left().is_some();
    for (_, sighting) in ranked {
        // Every run of a death costs a worker.
        if !sighting.ending.is_verdict() && known.contains(&kind(&sighting)) {
            continue;
        }
        if let Some(place) = sighting.place.filter(|_| hasty)
            && at_place.get(&(sighting.ending, place)).copied()
                >= Some(most_at_place(sighting.ending))
        {
            confirmed.elsewhere.push((place, sighting.property));
            continue;
        }
        match confirm(sighting, judge) {
            Ok(case) => {
                known.insert(kind(&sighting));
                if let Some(place) = sighting.place {
                    *at_place.entry((sighting.ending, place)).or_default() += 1;
                }
                confirmed.cases.push(case);
            }
            Err(unconfirmed) => failed.push(*unconfirmed),
        }
    }
    // Of the tests of a property that end so, one that comes again is enough.
    for unconfirmed in failed {
        if known.insert((unconfirmed.property, unconfirmed.ending)) {
            confirmed.unconfirmed.push(unconfirmed);
        }
    }
    confirmed
}

fn most_at_place(ending: Ending) -> usize {
    if ending == Ending::TimedOut { HANGS_PER_PLACE } else { CONFIRMED_PER_PLACE }
}

fn kind(sighting: &Sighting) -> (u16, Ending) {
    (sighting.property, sighting.ending)
}

/// Run a sighting again, alone.
fn confirm(sighting: Sighting, judge: &mut dyn Judge) -> Result<Case, Box<Unconfirmed>> {
    let Sighting { property, index, ending, .. } = sighting;
    let unconfirmed = |trace: Option<Trace>, reason: &str| {
        let reason = reason.to_string();
        Err(Box::new(Unconfirmed { property, index, ending, trace, reason }))
    };
    let Some(trace) = judge.trace(index) else {
        return unconfirmed(None, "the test could not be made again");
    };
    let looks = (!ending.is_verdict()).then(|| with_looks(&trace));
    for candidate in [trace.clone()].into_iter().chain(looks) {
        let outcome = judge_again(&candidate, ending, judge);
        if same(ending, outcome.ending) {
            return Ok(Case { sighting, trace: candidate, outcome });
        }
    }
    match judge.is_over() {
        true => unconfirmed(Some(trace), "there was no time to run it again"),
        false => unconfirmed(Some(trace), "it ended in another way when it was run again alone"),
    }
}

/// After a test its elements are looked at, for coverage and for guided search. A library may die of
/// that: then the looks belong into the trace.
fn with_looks(trace: &Trace) -> Trace {
    let elements = trace.elements();
    let looks = (0..elements).flat_map(|slot| {
        [Touch::IsBottom, Touch::Constraints].map(|how| Statement::Touch(Slot(slot), how))
    });
    let statements = trace.statements.iter().cloned().chain(looks).collect();
    Trace { statements, ..trace.clone() }
}

/// Judge a trace that is said to end so. Only a hang is not waited for.
fn judge_again(trace: &Trace, ending: Ending, judge: &mut dyn Judge) -> Outcome {
    match judge.judge(trace, Detail::Full) {
        late if late.ending == Ending::TimedOut && ending != Ending::TimedOut => {
            judge.judge(trace, Detail::Patient)
        }
        outcome => outcome,
    }
}

/// Is it the same failure? Memory that runs out ends in many ways.
fn same(expected: Ending, found: Ending) -> bool {
    let alike = |ending| match ending {
        Ending::OutOfMemory => Ending::Died,
        ending => ending,
    };
    alike(expected) == alike(found)
}

/// The findings of a cause: of each property the smallest, some of them shrunk.
fn findings(
    bucket: &Bucket,
    mut cases: Vec<Case>,
    judge: &mut dyn Judge,
    until: Option<Instant>,
) -> Vec<Finding> {
    // The paper's properties explain themselves; oracles that draw something do not.
    cases.sort_by_key(|case| (case.sighting.property > 46, case.trace.statements.len()));
    let most = match bucket.severity {
        Severity::Crash => SHRUNK_WHEN_LOST,
        _ => SHRUNK,
    };
    let mut found: BTreeMap<u16, Finding> = BTreeMap::new();
    for case in cases {
        let property = case.sighting.property;
        if found.contains_key(&property) {
            continue;
        }
        let worth_it = found.len() < most && case.sighting.ending != Ending::OutOfMemory;
        let finding = match worth_it {
            true => shrink(bucket, case, judge, until),
            false => finding(case.sighting, case.trace.clone(), case.trace, case.outcome),
        };
        found.insert(property, finding);
    }
    let mut findings: Vec<Finding> = found.into_values().collect();
    findings.sort_by_key(size);
    findings
}

/// What is read first is smallest: statements and what the check does itself, then letters.
fn size(finding: &Finding) -> (usize, usize, u16) {
    let trace = &finding.trace;
    let steps = trace.statements.len() + finding.outcome.steps.len();
    (steps, trace.to_string().len(), finding.property)
}

fn shrink(bucket: &Bucket, case: Case, judge: &mut dyn Judge, until: Option<Instant>) -> Finding {
    let Case { sighting, trace, outcome: confirmed } = case;
    let lost = !sighting.ending.is_verdict();
    let most = if lost { TRIES_WHEN_LOST } else { TRIES };
    let mut effort = Effort { tries: 0, most };
    let of_the_cause = |outcome: &Outcome| {
        let outcome = outcome.clone().ended(sighting.ending);
        Bucket::of(sighting.property, &outcome) == *bucket
    };
    let fails = |candidate: &Trace| {
        if until.is_some_and(|until| Instant::now() >= until) || judge.is_over() {
            return false;
        }
        let outcome = judge.judge(candidate, Detail::Cause);
        same(sighting.ending, outcome.ending) && of_the_cause(&outcome)
    };
    let smallest = shrink_trace(&trace, &mut effort, fails);
    if smallest != trace {
        let outcome = judge_again(&smallest, sighting.ending, judge);
        if same(sighting.ending, outcome.ending) && of_the_cause(&outcome) {
            return finding(sighting, smallest, trace, outcome);
        }
    }
    // A failure that comes and goes: keep the trace that was found, and what was seen then.
    finding(sighting, trace.clone(), trace, confirmed)
}

fn finding(sighting: Sighting, trace: Trace, found_as: Trace, outcome: Outcome) -> Finding {
    // Memory that runs out may look like a death when the trace is run alone.
    let outcome = outcome.ended(sighting.ending);
    let (property, index) = (sighting.property, sighting.index);
    Finding { property, outcome, index, trace, found_as, waived: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const TRACE: &str = "# soundline trace 1\ntarget boxes:exact\nvars 1\n\
        p0 = constraint x0 >= 0\np1 = top\np2 = join p0 p1\ncheck P1 x=p0\n";

    /// A judge with an opinion on traces.
    struct Opinion<F: FnMut(&Trace, Detail) -> Outcome>(F, Option<Duration>);

    impl<F: FnMut(&Trace, Detail) -> Outcome> Judge for Opinion<F> {
        fn judge(&mut self, trace: &Trace, detail: Detail) -> Outcome {
            (self.0)(trace, detail)
        }

        fn trace(&mut self, index: u64) -> Option<Trace> {
            // Test 8 checks another property than the others.
            match index {
                8 => TRACE.replace("P1 x=p0", "P8 x=p0 y=p2").parse().ok(),
                _ => TRACE.parse().ok(),
            }
        }

        fn time_left(&self) -> Option<Duration> {
            self.1
        }
    }

    fn seen(property: u16, ending: Ending, index: u64) -> Sighting {
        Sighting { property, ending, index, place: None }
    }

    fn digested(sightings: &[Sighting], opinion: impl FnMut(&Trace, Detail) -> Outcome) -> Digest {
        digest(sightings, &mut Opinion(opinion, None), |_, _| {})
    }

    #[test]
    fn violations_are_waited_for_and_hangs_are_not() {
        let mut asked = Vec::new();
        let mut busy = |_: &Trace, detail| {
            asked.push(detail);
            match detail {
                Detail::Patient => Outcome::violated("it is wrong"),
                _ => Outcome::new(Ending::TimedOut, "it does not end"),
            }
        };
        let found = digested(&[seen(1, Ending::Violated, 7)], &mut busy);
        assert_eq!((found.causes.len(), found.unconfirmed.len()), (1, 0));
        assert_eq!(found.causes[0].findings[0].outcome.ending, Ending::Violated);
        asked.clear();
        let mut busy = |_: &Trace, detail| {
            asked.push(detail);
            Outcome::new(Ending::TimedOut, "it does not end")
        };
        let found = digested(&[seen(1, Ending::TimedOut, 7)], &mut busy);
        assert_eq!(found.causes[0].findings[0].outcome.ending, Ending::TimedOut);
        assert!(!asked.contains(&Detail::Patient));
    }

    /// Shrinking must not slip from one cause into another.
    #[test]
    fn a_finding_is_shrunk_within_its_cause() {
        let found = digested(&[seen(8, Ending::Violated, 8)], |trace, _| {
            let joins =
                trace.operations().any(|o| matches!(o, soundline_targets::Operation::Join(..)));
            let place = if joins { "join loses points" } else { "constraint loses points" };
            let place = Some(place.to_string());
            Outcome { place, unsound: true, ..Outcome::violated("it is wrong") }
        });
        assert_eq!(found.causes[0].title, "join loses points");
        let smallest = &found.causes[0].findings[0].trace;
        assert!(smallest.to_string().contains("join"), "{smallest}");
        assert_eq!(smallest.elements(), 2, "{smallest}");
    }

    /// A failure that comes and goes: what was seen is kept.
    #[test]
    fn what_does_not_fail_again_when_it_is_small_is_shown_as_it_was_found() {
        let found = digested(&[seen(8, Ending::Violated, 8)], |trace, detail| {
            match detail == Detail::Cause || trace.elements() == 3 {
                true => Outcome::violated("it is wrong"),
                false => Outcome::held(),
            }
        });
        let finding = &found.causes[0].findings[0];
        assert_eq!((finding.trace.elements(), finding.outcome.ending), (3, Ending::Violated));
    }

    #[test]
    fn memory_that_runs_out_may_end_in_a_death_when_it_is_run_again() {
        let found = digested(&[seen(1, Ending::OutOfMemory, 7)], |_, _| {
            Outcome::new(Ending::Died, "killed by signal 9")
        });
        assert_eq!(found.unconfirmed, vec![]);
        assert_eq!(found.causes[0].findings[0].outcome.ending, Ending::OutOfMemory);
    }

    #[test]
    fn soundness_comes_first_and_is_not_merged_under_precision() {
        let sightings = [seen(1, Ending::Violated, 7), seen(8, Ending::Violated, 8)];
        let found = digested(&sightings, |trace, _| Outcome {
            unsound: trace.check.property == 8,
            place: Some("join is wrong".to_string()),
            ..Outcome::violated("it is wrong")
        });
        let properties: Vec<Vec<u16>> = found.causes.iter().map(Cause::properties).collect();
        assert_eq!(properties, [[8], [1]]);
    }

    #[test]
    fn what_does_not_come_again_is_told_with_its_trace_and_why() {
        let found = digested(&[seen(1, Ending::Died, 7)], |_, _| Outcome::held());
        let [unconfirmed] = found.unconfirmed.as_slice() else { panic!("{found:?}") };
        assert_eq!(unconfirmed.ending, Ending::Died);
        assert!(unconfirmed.trace.is_some());
        assert!(unconfirmed.reason.contains("another way"), "{}", unconfirmed.reason);
        let mut late = Opinion(|_: &Trace, _| Outcome::held(), Some(Duration::ZERO));
        let found = digest(&[seen(1, Ending::Died, 7)], &mut late, |_, _| {});
        assert_eq!(found.unconfirmed[0].reason, "there was no time to run it again");
    }

    /// Guided search reads the constraints of elements after a test: what dies of that is found.
    #[test]
    fn a_death_from_looking_after_the_verdict_has_a_trace() {
        let found = digested(&[seen(1, Ending::Died, 7)], |trace, _| {
            let looks = |s: &Statement| matches!(s, Statement::Touch(_, Touch::Constraints));
            match trace.statements.iter().any(looks) {
                true => Outcome::new(Ending::Died, "killed by signal 11"),
                false => Outcome::held(),
            }
        });
        let trace = &found.causes[0].findings[0].trace;
        assert!(trace.to_string().contains("touch"), "{trace}");
        assert_eq!(trace.elements(), 1, "{trace}");
    }

    #[test]
    fn one_crash_of_many_properties_is_one_cause() {
        let widen = Place::of_word(soundline_targets::OperationKind::Widen as u64 + 1);
        let sightings: Vec<Sighting> =
            (1..40).map(|p| Sighting { place: widen, ..seen(p, Ending::Died, 7) }).collect();
        let mut runs = 0;
        let mut judge = Opinion(
            |_: &Trace, _| {
                runs += 1;
                let place = Some("widen".to_string());
                Outcome { place, ..Outcome::new(Ending::Died, "killed by signal 11") }
            },
            Some(Duration::from_secs(60)),
        );
        let found = digest(&sightings, &mut judge, |_, _| {});
        assert_eq!(found.causes.len(), 1);
        assert_eq!(found.causes[0].properties().len(), 39);
        assert_eq!(found.causes[0].findings.len(), CONFIRMED_PER_PLACE);
        assert!(runs < 200, "{runs}");
    }

    /// What hangs takes all of its time: where that is short, one hang of a place is run again, and shrunk to the end.
    #[test]
    fn a_hang_of_many_properties_is_confirmed_once_and_shrunk() {
        let join = Place::of_word(soundline_targets::OperationKind::Join as u64 + 1);
        let sightings: Vec<Sighting> =
            (1..20).map(|p| Sighting { place: join, ..seen(p, Ending::TimedOut, 8) }).collect();
        let mut confirming = 0;
        let mut judge = Opinion(
            |trace: &Trace, detail: Detail| {
                confirming += usize::from(detail == Detail::Full);
                let mut operations = trace.operations();
                match operations.any(|o| matches!(o, soundline_targets::Operation::Join(..))) {
                    true => {
                        let place = Some("join".to_string());
                        Outcome { place, ..Outcome::new(Ending::TimedOut, "it does not end") }
                    }
                    false => Outcome::held(),
                }
            },
            Some(Duration::from_secs(60)),
        );
        let found = digest(&sightings, &mut judge, |_, _| {});
        let [cause] = found.causes.as_slice() else { panic!("{found:?}") };
        assert_eq!((cause.findings.len(), cause.properties().len()), (1, 19));
        assert_eq!(cause.findings[0].trace.elements(), 2, "{}", cause.findings[0].trace);
        // When it is confirmed, and what is shrunk once more.
        assert_eq!(confirming, 2);
    }
}

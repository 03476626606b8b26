//! Metamorphic checks in a campaign: analyzers are asked again about variants that were changed without a change of
//! meaning.

use std::collections::BTreeSet;

use soundline_c::Clang;

use super::panel::Panel;
use super::test::Judged;
use super::{Concrete, SeedRecord};
use crate::analyzer::{AnswerKind, Verdict, in_parallel};
use crate::concrete::{Examination, Truth, Workshop};
use crate::metamorphic::{Change, Interrogation, Transformation, Transformed, kind};
use crate::{ContentKey, Encoding, Feature, Seed, Variant};
use soundline_isolate::Stop;
use std::sync::Arc;

/// How analyzers are asked again.
pub struct Interrogator<'a> {
    /// The parser.
    pub clang: &'a Clang,
    /// The analyzers.
    pub panel: &'a Panel,
    /// How programs are run, if they may be.
    pub concrete: Option<Concrete>,
    /// How many variants of each seed.
    pub variants: usize,
    /// How many things are done at the same time.
    pub jobs: usize,
}

/// A program before and after, for a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The variant.
    pub variant: Variant,
    /// The text of the changed program, in plain form.
    pub after: Vec<u8>,
}

/// What was found out so far.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) interrogation: Interrogation,
    /// The programs, one for each change.
    pub(super) changed: Vec<Changed>,
    /// What was asked about, by the names of variants.
    done: BTreeSet<(String, Transformation)>,
    /// How many answers there were, and how many the store knew.
    pub(super) answers: u64,
    pub(super) known: u64,
    pub(super) time: std::time::Duration,
    pub(super) cost: std::time::Duration,
}

/// What came of one changed program.
struct Result {
    changes: Vec<(Change, Changed)>,
    answers: u64,
    known: u64,
    time: std::time::Duration,
    cost: std::time::Duration,
}

impl Interrogator<'_> {
    /// Asks about the first variants of each seed, as far as that was not done.
    pub(super) fn interrogate(
        &self,
        judged: &[Judged],
        seeds: &[Arc<Seed>],
        records: &mut [SeedRecord],
        asked: &mut Asked,
        stop: &Stop,
    ) {
        let workshop = self.concrete.as_ref().and_then(|concrete| {
            Workshop::new(&concrete.folder, concrete.warden.clone(), stop.clone()).ok()
        });
        let wanted = judged.iter().filter(|judged| judged.number < self.variants);
        let pairs: Vec<(&Judged, Transformation)> = wanted
            .flat_map(|judged| Transformation::ALL.map(|transformation| (judged, transformation)))
            .filter(|(judged, with)| {
                !asked.done.contains(&(judged.question.key.to_string(), *with))
            })
            .collect();
        let results = in_parallel(self.jobs, pairs, |(judged, transformation)| {
            let result = self.ask(judged, transformation, seeds, workshop.as_ref(), stop);
            (judged, transformation, result)
        });
        for (judged, transformation, result) in results {
            // What was stopped is asked again next time.
            let Ok(result) = result else { continue };
            asked.done.insert((judged.question.key.to_string(), transformation));
            let Some((result, undefined)) = result else { continue };
            *asked.interrogation.programs.entry(transformation).or_default() += 1;
            (asked.answers, asked.known) =
                (asked.answers + result.answers, asked.known + result.known);
            asked.time += result.time;
            asked.cost += result.cost;
            let record = &mut records[judged.seed];
            record.undefined = record.undefined.take().or(undefined);
            for (change, changed) in result.changes {
                asked.interrogation.changes.push(change);
                asked.changed.push(changed);
            }
        }
        sort(asked);
    }

    /// Asks everybody who had an opinion about a changed variant. Nothing if there is no place to change.
    fn ask(
        &self,
        judged: &Judged,
        transformation: Transformation,
        seeds: &[Arc<Seed>],
        workshop: Option<&Workshop>,
        stop: &Stop,
    ) -> std::result::Result<Option<(Result, Option<crate::concrete::Undefined>)>, Stopped> {
        // Reading a program takes a while, and there may be hundreds of them.
        if stop.is_asked_for() {
            return Err(Stopped);
        }
        let variant = &judged.question.variant;
        let (plain, model) = (variant.render(&Encoding::plain()), variant.seed().model);
        let Some(after) = transformation.apply(self.clang, &plain, model) else { return Ok(None) };
        let mut result = Result {
            changes: Vec::new(),
            answers: 0,
            known: 0,
            time: Default::default(),
            cost: Default::default(),
        };
        let (key, features) =
            (ContentKey::of(model, &after.text), Feature::of(&variant.seed().program));
        let mut opposed: Vec<(usize, AnswerKind, AnswerKind)> = Vec::new();
        for (analyzer, before) in judged.said.iter().enumerate() {
            let Some(before) = before.filter(|said| said.verdict() != Verdict::Unknown) else {
                continue;
            };
            let text = |encoding: &Encoding| after.program.render(encoding);
            let reply = self.panel.ask_about(analyzer, &key, model, text, stop);
            let Some(said) = reply.answer.kind().filter(|_| !stop.is_asked_for()) else {
                return Err(Stopped);
            };
            result.answers += 1;
            result.known += u64::from(reply.known);
            result.time += if reply.known { Default::default() } else { reply.time };
            result.cost += reply.time;
            let claims = self.panel.claims(analyzer, &features);
            if kind(transformation.relation(), (before, said), claims, &Truth::Open).is_some() {
                opposed.push((analyzer, before, said));
            }
        }
        let (truth, undefined) = match workshop.filter(|_| !opposed.is_empty()) {
            Some(workshop) => self.run(&after, workshop, stop)?,
            None => (Truth::Open, None),
        };
        for (analyzer, before, said) in opposed {
            let claims = self.panel.claims(analyzer, &features);
            let Some(kind) = kind(transformation.relation(), (before, said), claims, &truth) else {
                continue;
            };
            let change =
                change(judged, &seeds[judged.seed], transformation, analyzer, (before, said), kind);
            let change = Change { truth: truth.clone(), ..change };
            let changed = Changed { variant: variant.clone(), after: after.text.clone() };
            result.changes.push((change, changed));
        }
        Ok(Some((result, undefined)))
    }

    /// Runs a changed program. What is undefined proves nothing.
    fn run(
        &self,
        after: &Transformed,
        workshop: &Workshop,
        stop: &Stop,
    ) -> std::result::Result<(Truth, Option<crate::concrete::Undefined>), Stopped> {
        let effort = self.concrete.as_ref().map(|concrete| concrete.effort).unwrap_or_default();
        let seen = after.program.examine(self.clang, workshop, &effort);
        if stop.is_asked_for() {
            return Err(Stopped);
        }
        Ok(match seen {
            Ok(Examination { undefined: Some(undefined), .. }) => (Truth::Open, Some(undefined)),
            Ok(Examination { truths, .. }) => {
                (truths.into_iter().next().unwrap_or(Truth::Open), None)
            }
            Err(_) => (Truth::Open, None),
        })
    }
}

/// The result is not wanted any more.
struct Stopped;

fn change(
    judged: &Judged,
    seed: &Seed,
    transformation: Transformation,
    analyzer: usize,
    (before, after): (AnswerKind, AnswerKind),
    kind: crate::metamorphic::Kind,
) -> Change {
    let variant = &judged.question.variant;
    let checks: Vec<String> = variant.checks().iter().map(|check| variant.shown(check)).collect();
    let site = variant.checks()[0].candidate.site;
    Change {
        seed: judged.seed,
        variant: judged.number,
        check: checks.join(" && "),
        function: seed.program.function(site.function).name.clone(),
        line: seed.program.source.locate(site.span.start).line,
        transformation,
        analyzer,
        before,
        after,
        kind,
        truth: Truth::Open,
    }
}

/// The worst first, and whoever was faster makes no difference.
fn sort(asked: &mut Asked) {
    let changes = std::mem::take(&mut asked.interrogation.changes).into_iter();
    let mut all: Vec<(Change, Changed)> = changes.zip(std::mem::take(&mut asked.changed)).collect();
    all.sort_by_key(|(change, _)| {
        let what = (change.seed, change.variant, change.transformation);
        (change.kind, change.analyzer, what)
    });
    (asked.interrogation.changes, asked.changed) = all.into_iter().unzip();
}

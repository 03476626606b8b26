//! Smaller examples: the variants that stand for groups, reduced as long as everybody says the same.
//!
//! A loose predicate makes nonsense of a program. So a smaller program counts only if every analyzer that
//! had an opinion has the same one about it, and if runs show what they showed before: a failure before
//! any undefined behaviour stays one, and no undefined behaviour comes in. Where a run showed the failure, nobody has to say that
//! there is one: only those who call the check safe are asked.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use soundline_c::{Clang, DataModel};

use super::Concrete;
use super::panel::Panel;
use super::predicate::Listener;
use super::watch::until;
use crate::analyzer::{AssertedProgram, Verdict};
use crate::concrete::{Effort, Failure, Truth, Workshop, examine_plain};
use crate::findings::{Dispute, Group, Reduced};
use crate::reduce::{Cvise, remove_statements};
use crate::{ContentKey, Encoding, Variant};
use soundline_isolate::{Stop, Warden};

/// Tries of the statement remover.
const TRIES: usize = 400;

/// Examples that were made smaller, or could not be, by the names of their variants.
pub(super) type Reductions = BTreeMap<String, Option<Reduced>>;

/// How examples are made smaller.
pub struct Reducer<'a> {
    /// The parser.
    pub clang: &'a Clang,
    /// The analyzers.
    pub panel: &'a Panel,
    /// How programs are run, if they may be.
    pub concrete: Option<Concrete>,
    /// Who watches cvise.
    pub warden: Warden,
    /// How many examples at most.
    pub examples: usize,
    /// How long one may take.
    pub time: Duration,
    /// The command that asks the predicate, before the file of the program: see
    /// [`ask_predicate`](super::ask_predicate). Without it cvise is not used.
    pub client: Option<Vec<OsString>>,
}

/// What a smaller program has to show.
struct Same<'a> {
    reducer: &'a Reducer<'a>,
    model: DataModel,
    /// The analyzers whose opinions matter, the quickest first.
    opinions: Vec<(usize, Verdict)>,
    truth: &'a Truth,
    workshop: Option<&'a Workshop>,
    stop: &'a Stop,
}

impl Reducer<'_> {
    /// Reduces the examples of the first groups. Groups about the same check share the result, because
    /// what all accused say is kept, and not only what one of them says.
    pub(super) fn reduce_groups(
        &self,
        groups: &mut [Group],
        disputes: &[Dispute],
        variants: &[Variant],
        known: &mut Reductions,
        stop: &Stop,
        progress: &dyn Fn(usize, usize),
    ) {
        for group in groups.iter_mut() {
            let place = group.example().dispute;
            let dispute = &disputes[place];
            if !known.contains_key(&dispute.key) {
                if known.len() >= self.examples || stop.is_asked_for() {
                    continue;
                }
                progress(known.len(), self.examples);
                let reduced = self.reduce_once(&variants[place], dispute, stop);
                known.insert(dispute.key.clone(), reduced);
            }
            group.reduced = known[&dispute.key].clone();
        }
    }

    /// The same as before, if it was reduced before.
    fn reduce_once(&self, variant: &Variant, dispute: &Dispute, stop: &Stop) -> Option<Reduced> {
        let (store, key) = (self.panel.store(), self.conditions(dispute));
        // A store that fails is as good as an empty one.
        if let Ok(Some(known)) = store.reduction(&key) {
            return known;
        }
        let reduced = self.reduce(variant, dispute, stop);
        if !stop.is_asked_for() {
            let _ = store.keep_reduction(&key, &reduced);
        }
        reduced
    }

    /// All that a reduction depends on, but for how fast the machine is.
    fn conditions(&self, dispute: &Dispute) -> String {
        let said = dispute.said.iter().enumerate();
        let judges: Vec<String> = said
            .filter_map(|(analyzer, said)| Some((self.panel.judge(analyzer), (*said)?)))
            .map(|(judge, said)| format!("{judge:?} {said}"))
            .collect();
        let cvise = Cvise::find().is_some() && self.client.is_some();
        let concrete = self.concrete.is_some();
        let all = format!(
            "{}\n{:?}\n{}\n{cvise} {concrete} {:?}",
            dispute.key,
            dispute.truth,
            judges.join("\n"),
            self.time
        );
        ContentKey::of(DataModel::default(), all.as_bytes()).to_string()
    }

    /// A smaller program about which everybody says the same; nothing if not even the variant itself
    /// shows what it should.
    fn reduce(&self, variant: &Variant, dispute: &Dispute, stop: &Stop) -> Option<Reduced> {
        let halted = AtomicBool::new(false);
        let deadline = Some(Instant::now() + self.time);
        until(&halted, deadline, |late| {
            let text = tidy(&variant.render(&Encoding::plain()));
            let workshop = self.concrete.as_ref().and_then(|concrete| {
                let made = Workshop::new(&concrete.folder, concrete.warden.clone(), late.clone());
                Some(made.ok()?.requiring_returns(&text, variant.seed().model))
            });
            let opinions = self.opinions(variant, dispute);
            let same = Same {
                reducer: self,
                model: variant.seed().model,
                opinions,
                truth: &dispute.truth,
                workshop: workshop.as_ref(),
                stop: late,
            };
            let watch = |text: &[u8]| {
                if stop.is_asked_for() {
                    halted.store(true, Ordering::Relaxed);
                }
                !late.is_asked_for() && same.holds(text)
            };
            self.smaller(&text, &same, &watch)
        })
    }

    fn smaller(
        &self,
        text: &[u8],
        same: &Same<'_>,
        holds: &(dyn Fn(&[u8]) -> bool + Sync),
    ) -> Option<Reduced> {
        let from = text.len();
        if !holds(text) {
            return None;
        }
        let removed =
            remove_statements(self.clang, text, same.model, TRIES, &mut |text| holds(text));
        let (mut text, mut by) = (removed.text, "the statement remover".to_string());
        if let Some((cvise, client)) = Cvise::find().zip(self.client.as_ref())
            && !same.stop.is_asked_for()
            && let Some(smaller) = self.by_cvise(&cvise, client, &text, same, holds)
            && smaller.len() < text.len()
            // Its own last word: what it left must still hold.
            && holds(&smaller)
        {
            (text, by) = (smaller, "the statement remover and cvise".to_string());
        }
        let text = String::from_utf8_lossy(&tidy(&text)).into_owned();
        Some(Reduced { text, by, from })
    }

    fn by_cvise(
        &self,
        cvise: &Cvise,
        client: &[OsString],
        text: &[u8],
        same: &Same<'_>,
        holds: &(dyn Fn(&[u8]) -> bool + Sync),
    ) -> Option<Vec<u8>> {
        let listener = Listener::new().ok()?;
        let mut command = client.to_vec();
        command.push(listener.path().into());
        listener.answer(
            |path: &Path| std::fs::read(path).is_ok_and(|text| holds(&text)),
            || cvise.reduce(&self.warden, text, &command, same.stop).ok(),
        )
    }

    /// What those said whose answers matter, the quickest first.
    fn opinions(&self, variant: &Variant, dispute: &Dispute) -> Vec<(usize, Verdict)> {
        let key = variant.key();
        let mut opinions: Vec<_> = dispute.voters().collect();
        opinions.sort_by_key(|(analyzer, _)| self.panel.known_time(*analyzer, &key));
        opinions
    }
}

/// A text without line markers and empty lines: they tell a reader nothing.
fn tidy(text: &[u8]) -> Vec<u8> {
    let is_marker = |line: &[u8]| {
        let number = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
        number.is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
    };
    let lines = text.split(|byte| *byte == b'\n');
    let kept = lines.filter(|line| !line.trim_ascii().is_empty() && !is_marker(line));
    kept.flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

impl Same<'_> {
    /// Whether a program shows the same. Compiling and running it takes longer than the quick
    /// analyzers take, and less than the slow ones.
    fn holds(&self, text: &[u8]) -> bool {
        let parse = || self.reducer.clang.parse("reduced.c", text, self.model).ok();
        let Some(asserted) = parse().and_then(|program| AssertedProgram::of(program).ok()) else {
            return false;
        };
        let key = ContentKey::of(self.model, text);
        let says_so = |(analyzer, verdict): &(usize, Verdict)| {
            let text = |encoding: &Encoding| asserted.render(encoding);
            let panel = self.reducer.panel;
            let reply = panel.ask_about(*analyzer, &key, self.model, text, self.stop);
            reply.answer.verdict().is_some_and(|said| said.agrees_with(*verdict))
        };
        let (quick, slow) = self.opinions.split_at(self.opinions.len().div_ceil(2));
        asserted.checks == 1
            && quick.iter().all(says_so)
            && parse().is_some_and(|program| self.runs_show_it(&program))
            && slow.iter().all(says_so)
    }

    /// A tenth of the usual effort: this is done very often.
    fn runs_show_it(&self, program: &soundline_c::Program) -> bool {
        let Some(workshop) = self.workshop else { return true };
        let raw = |run: &Failure| run.inputs.iter().map(|input| input.raw).collect();
        let mut hints: Vec<Vec<u64>> = match self.truth {
            Truth::Fails(failures) => failures.iter().map(raw).collect(),
            _ => Vec::new(),
        };
        hints.dedup();
        let effort = Effort { runs: 200, all_time: Duration::from_secs(1), ..Effort::default() };
        let Ok(seen) = examine_plain(workshop, program, &hints, &effort) else { return false };
        let same = match (self.truth, &seen.truths[0]) {
            (Truth::Fails(_), truth) => matches!(truth, Truth::Fails(_)),
            (Truth::Holds { .. }, truth) => matches!(truth, Truth::Holds { .. }),
            (Truth::Depends { .. }, _) => false,
            (Truth::Open, _) => true,
        };
        same && seen.undefined.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_read_stays() {
        let text = b"extern int f(void);\n# 1 \"a.c\" 1\n\n#pragma x\n  int y;\n\t\n";
        assert_eq!(tidy(text), b"extern int f(void);\n#pragma x\n  int y;\n");
    }
}

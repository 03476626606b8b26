//! Campaigns with analyzers that pretend: who is asked, how often, and what is made of it.

mod installed;

use soundline_c::DataModel;
use soundline_diff::analyzer::{Answer, AnswerKind, Verdict};
use soundline_diff::batch::Unknowns;
use soundline_diff::campaign::{Ask, Question, Reply, Tested, Testing};
use soundline_diff::findings::Column;
use soundline_diff::{Constants, Generator, Plan, Pool, Seed, seed::gather};
use soundline_isolate::Stop;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Analyzers that call checks of odd constants unsafe, each in its own way, and how often each was asked.
#[derive(Default)]
struct Fakes {
    asked: [AtomicU64; 3],
}

const TELLS_EACH: usize = 0;
const ONE_VERDICT: usize = 1;
const LATE: usize = 2;

impl Ask for Fakes {
    fn columns(&self) -> Vec<Column> {
        let column = |name: &str| Column {
            name: name.into(),
            tool: name.into(),
            under_approximates: false,
            excepts: Vec::new(),
        };
        ["tells-each", "one-verdict", "late"].map(column).to_vec()
    }

    fn ask(&self, analyzer: usize, question: &Question, _: &Stop) -> Reply {
        self.asked[analyzer].fetch_add(1, Ordering::Relaxed);
        let checks = question.variant.checks();
        let said: Vec<Verdict> = checks.iter().map(|check| said(check.constant)).collect();
        let worst = said.iter().copied().reduce(Verdict::and).expect("there is a check");
        let answer = if analyzer == LATE { Answer::TimedOut } else { Answer::Verdict(worst) };
        let kinds = said.iter().map(|verdict| Answer::Verdict(*verdict).kind());
        let apart = (analyzer == TELLS_EACH && said.len() > 1).then(|| kinds.collect());
        Reply { answer, apart, time: Duration::from_millis(1), known: false }
    }
}

fn said(constant: i128) -> Verdict {
    if constant % 2 == 0 { Verdict::Safe } else { Verdict::Unsafe }
}

/// What fakes say about the variants of a few seeds, and how often each was asked.
fn tested(batch: usize, jobs: usize) -> Option<(Tested, [u64; 3], u64)> {
    let clang = installed::clang()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let mut gathered = gather(&[folder], DataModel::Ilp32);
    gathered.sources.retain(|source| source.name.contains("loops-"));
    let seeds: Vec<Arc<Seed>> = gathered.seeds(&clang).map(Arc::new).collect();
    let generator = |seed: &Arc<Seed>| {
        let plan = Plan { batch, budget: Some(5), ..Plan::default() };
        Generator::new(seed.clone(), plan, Constants::Pool(Pool::of(&seed.program)))
    };
    let (fakes, count) = (Fakes::default(), seeds.len() as u64);
    let mut testing =
        Testing::new(seeds.iter().map(generator).collect(), &fakes, Unknowns::Trust, jobs);
    // In rounds, as a campaign does.
    for variants in [1, 2, usize::MAX] {
        testing.round(variants, &Stop::default(), &|_| ());
    }
    assert!(testing.is_complete());
    let tested = testing.tested().clone();
    Some((tested, fakes.asked.map(AtomicU64::into_inner), count))
}

#[test]
fn whoever_tells_each_check_is_asked_once_and_whoever_is_late_twice() {
    let Some((tested, asked, seeds)) = tested(4, 1) else { return };
    let variants = tested.variants.len() as u64;
    assert_eq!(variants, 5 * seeds);
    assert_eq!(asked[TELLS_EACH], variants);
    assert_eq!(asked[LATE], 2 * seeds, "it is given up after two variants of a seed");
    assert!(asked[ONE_VERDICT] > variants, "it has to be asked about parts");
    for judged in &tested.variants {
        let late = (judged.number < 2).then_some(AnswerKind::Timeout);
        assert_eq!(judged.said[LATE], late, "variant {}", judged.number);
    }
    // All that somebody calls unsafe is told, and both say the same about it.
    let odd = |judged: &&soundline_diff::campaign::Judged| {
        let checks = judged.question.variant.checks();
        checks.iter().filter(|check| said(check.constant).is_unsafe()).count()
    };
    let failing: usize = tested.variants.iter().map(|judged| odd(&judged)).sum();
    let told = tested.singles.iter().filter(|judged| odd(judged) == 1).collect::<Vec<_>>();
    assert_eq!(told.len(), failing);
    for judged in told {
        assert_eq!(judged.said[TELLS_EACH], Some(AnswerKind::Unsafe));
        assert_eq!(judged.said[ONE_VERDICT], Some(AnswerKind::Unsafe));
    }
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let told = |jobs: usize| {
        let (tested, asked, _) = tested(4, jobs)?;
        let all = tested.variants.iter().chain(&tested.singles);
        let told: Vec<_> = all
            .map(|judged| (judged.seed, judged.number, judged.question.key, judged.said.clone()))
            .collect();
        Some((told, asked))
    };
    assert_eq!(told(1), told(3));
}

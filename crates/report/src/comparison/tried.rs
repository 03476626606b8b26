//! What analyzers said about one program, for people and for programs.

use std::fmt::Write;
use std::path::Path;

use serde_json::json;
use soundline_diff::analyzer::{Answer, Tried, Verdict, disagree};
use soundline_diff::concrete::{Examination, NotRunnable, Truth};

use crate::schema::document;
use crate::style::{BAD, DIM, GOOD, OPEN};
use crate::text::folded;

/// What runs of the program showed, or why it cannot be run.
pub type Seen = Result<Examination, NotRunnable>;

/// A line for each analyzer, with its commands and what could not be read if `commands` are asked for,
/// and what is to be seen in all of them.
pub fn text(tried: &[Tried], commands: bool, seen: Option<&Seen>) -> String {
    let mut text = String::new();
    for one in tried {
        let (name, version) = (one.analyzer.name(), &one.analyzer.version);
        let style = style(&one.run.answer);
        let seconds = one.run.usage.cpu.max(one.run.usage.wall).as_secs_f64();
        let mebibytes = one.run.usage.memory >> 20;
        let witness = if one.is_witness() { ", with a witness" } else { "" };
        let _ = writeln!(
            text,
            "{name:<24} {DIM}{version:<12}{DIM:#} {seconds:>6.1} s {mebibytes:>6} MB  \
             {style}{}{style:#}{witness}",
            one.run.answer
        );
        if commands {
            for command in &one.run.commands {
                let _ = writeln!(text, "    {DIM}{command}{DIM:#}");
            }
            if let Answer::Unreadable(unreadable) = &one.run.answer {
                for line in unreadable.tail.lines() {
                    let _ = writeln!(text, "    | {line}");
                }
            }
        }
    }
    if let Some(Err(NotRunnable(reason))) = seen {
        let _ = writeln!(text, "{OPEN}The program cannot be run: {reason}{OPEN:#}");
    }
    let seen = seen.and_then(|seen| seen.as_ref().ok());
    text + &folded(&conclusion(tried, seen), 0) + "\n"
}

fn conclusion(tried: &[Tried], seen: Option<&Examination>) -> String {
    let count = |wanted: fn(Verdict) -> bool| {
        tried.iter().filter(|one| one.verdict().is_some_and(wanted)).count()
    };
    let (safe, unsafe_) = (count(|verdict| verdict == Verdict::Safe), count(Verdict::is_unsafe));
    let others = tried.len() - safe - unsafe_;
    let counts = format!("{safe} say safe, {unsafe_} unsafe, {others} do not know");
    let names = |wanted: &dyn Fn(&&Tried) -> bool| {
        let names = tried.iter().filter(wanted).map(|one| one.analyzer.name());
        names.collect::<Vec<_>>().join(", ")
    };
    let says_safe = |one: &&Tried| one.verdict() == Some(Verdict::Safe);
    let says_unsafe = |one: &&Tried| one.verdict().is_some_and(Verdict::is_unsafe);
    // First of all: about a program with undefined behaviour nobody can be wrong.
    if let Some(undefined) = seen.and_then(|seen| seen.undefined.as_ref()) {
        let reason = &undefined.reason;
        return format!(
            "{counts}; the program has undefined behaviour, so no analyzer can be blamed: {reason}"
        );
    }
    match seen.and_then(|seen| seen.truths.first()) {
        Some(Truth::Fails(_)) if safe > 0 => {
            let wrong = names(&says_safe);
            return format!(
                "{counts}: a check fails when the program is run, so these are unsound: {wrong}"
            );
        }
        Some(Truth::Holds { runs, .. }) if unsafe_ > 0 => {
            let wrong = names(&says_unsafe);
            let all = match runs {
                1 => "the only possible run".to_owned(),
                runs => format!("all {runs} possible runs"),
            };
            return format!("{counts}: the checks hold in {all}, so these are imprecise: {wrong}");
        }
        Some(Truth::Open) if unsafe_ > 0 => {
            if let Some(outside) = seen.and_then(|seen| seen.outside.as_ref()) {
                return format!(
                    "{counts}; no check fails here with any input, but the program also depends on {outside}, so \
                     no analyzer can be blamed"
                );
            }
        }
        Some(Truth::Depends { fails, holds }) => {
            return format!(
                "{counts}; a check fails when {fails} compiles the program, and not when {holds} does, so no \
                 analyzer can be blamed"
            );
        }
        _ => {}
    }
    if safe > 0 && tried.iter().any(Tried::is_witness) {
        let (witnesses, wrong) = (names(&|one| one.is_witness()), names(&says_safe));
        let unless = match seen {
            Some(_) => "",
            None => ", unless the program has undefined behaviour (it was not run)",
        };
        return format!(
            "{counts}: by the witness of {witnesses} these are unsound{unless}: {wrong}"
        );
    }
    if disagree(tried) { format!("{counts}: they disagree") } else { counts }
}

fn style(answer: &Answer) -> anstyle::Style {
    match answer {
        Answer::Verdict(Verdict::Safe) => GOOD,
        Answer::Verdict(Verdict::Unsafe | Verdict::Definite) => BAD,
        _ => OPEN,
    }
}

/// All of it.
pub fn json(file: &Path, checks: usize, tried: &[Tried], seen: Option<&Seen>) -> String {
    let rows: Vec<serde_json::Value> = tried
        .iter()
        .map(|one| {
            json!({
                "analyzer": one.analyzer.name(),
                "version": one.analyzer.version,
                "ending": one.run.answer.word(),
                "detail": one.run.answer,
                "checks": one.run.checks,
                "under_approximates": one.analyzer.under_approximates(),
                "wall_seconds": one.run.usage.wall.as_secs_f64(),
                "cpu_seconds": one.run.usage.cpu.as_secs_f64(),
                "memory_bytes": one.run.usage.memory,
                "commands": one.run.commands,
            })
        })
        .collect();
    let disagree = disagree(tried);
    let seen = seen.map(|seen| match seen {
        Ok(Examination { truths, undefined, runs, outside, .. }) => json!({
            "truth": truths.first(), "undefined": undefined, "runs": runs, "depends_on": outside,
        }),
        Err(NotRunnable(reason)) => json!({ "not_runnable": reason }),
    });
    let all = json!({
        "file": file, "checks": checks, "disagree": disagree, "runs": rows, "concrete": seen,
    });
    document("soundline-try/1", &all)
}

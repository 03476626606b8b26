//! What analyzers said about one program, for people and for programs.

use std::fmt::Write;
use std::path::Path;

use serde_json::json;
use soundline_diff::analyzer::{Ending, Tried, Verdict, disagree};

use crate::schema::document;
use crate::style::{BAD, DIM, GOOD, OPEN};
use crate::text::folded;

/// A line for each analyzer, with its commands and what could not be read if `commands` are asked for,
/// and what is to be seen in all of them.
pub fn text(tried: &[Tried], commands: bool) -> String {
    let mut text = String::new();
    for one in tried {
        let (name, version) = (one.analyzer.name(), &one.analyzer.version);
        let style = style(&one.run.ending);
        let seconds = one.run.usage.cpu.max(one.run.usage.wall).as_secs_f64();
        let mebibytes = one.run.usage.memory >> 20;
        let witness = if one.is_witness() { ", with a witness" } else { "" };
        let _ = writeln!(
            text,
            "{name:<24} {DIM}{version:<12}{DIM:#} {seconds:>6.1} s {mebibytes:>6} MB  \
             {style}{}{style:#}{witness}",
            one.run.ending
        );
        if commands {
            for command in &one.run.commands {
                let _ = writeln!(text, "    {DIM}{command}{DIM:#}");
            }
            if let Ending::Unreadable(unreadable) = &one.run.ending {
                for line in unreadable.tail.lines() {
                    let _ = writeln!(text, "    | {line}");
                }
            }
        }
    }
    text + &folded(&conclusion(tried), 0) + "\n"
}

fn conclusion(tried: &[Tried]) -> String {
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
    if safe > 0 && tried.iter().any(Tried::is_witness) {
        let (witnesses, wrong) = (names(&|one| one.is_witness()), names(&says_safe));
        return format!("{counts}: by the witness of {witnesses} these are unsound: {wrong}");
    }
    if disagree(tried) { format!("{counts}: they disagree") } else { counts }
}

fn style(ending: &Ending) -> anstyle::Style {
    match ending {
        Ending::Verdict(Verdict::Safe) => GOOD,
        Ending::Verdict(Verdict::Unsafe | Verdict::Definite) => BAD,
        _ => OPEN,
    }
}

/// All of it.
pub fn json(file: &Path, checks: usize, tried: &[Tried]) -> String {
    let rows: Vec<serde_json::Value> = tried
        .iter()
        .map(|one| {
            json!({
                "analyzer": one.analyzer.name(),
                "version": one.analyzer.version,
                "ending": one.run.ending.word(),
                "detail": one.run.ending,
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
    let all = json!({ "file": file, "checks": checks, "disagree": disagree, "runs": rows });
    document("soundline-try/1", &all)
}

//! What analyzers said about one program, for people and for programs.

use crate::screen;
use serde_json::json;
use soundline_diff::analyzer::{Analyzer, Ending, Run, Verdict};
use std::path::Path;

/// An analyzer and what it said.
pub struct Tried {
    /// The analyzer.
    pub analyzer: Analyzer,
    /// What came of it.
    pub run: Run,
}

/// Whether some say safe and some unsafe.
pub fn disagree(tried: &[Tried]) -> bool {
    let verdicts = || tried.iter().filter_map(|tried| tried.run.ending.verdict());
    verdicts().any(|verdict| verdict == Verdict::Safe) && verdicts().any(Verdict::is_unsafe)
}

/// A line for each analyzer, and what is to be seen in them.
pub fn print(tried: &[Tried], commands: bool) {
    for one in tried {
        let (name, version) = (one.analyzer.name(), &one.analyzer.version);
        let (style, dim) = (style(&one.run.ending), screen::DIM);
        let seconds = one.run.usage.cpu.max(one.run.usage.wall).as_secs_f64();
        let megabytes = one.run.usage.memory >> 20;
        let witness = if is_witness(one) { ", with a witness" } else { "" };
        anstream::println!(
            "{name:<24} {dim}{version:<12}{dim:#} {seconds:>6.1} s {megabytes:>6} MB  \
             {style}{}{style:#}{witness}",
            one.run.ending
        );
        if commands {
            one.run
                .commands
                .iter()
                .for_each(|command| anstream::println!("    {dim}{command}{dim:#}"));
            if let Ending::Unreadable(unreadable) = &one.run.ending {
                unreadable.tail.lines().for_each(|line| println!("    | {line}"));
            }
        }
    }
    println!("{}", conclusion(tried));
}

fn conclusion(tried: &[Tried]) -> String {
    let count = |wanted: fn(Verdict) -> bool| {
        tried.iter().filter(|one| one.run.ending.verdict().is_some_and(wanted)).count()
    };
    let (safe, unsafe_) = (count(|verdict| verdict == Verdict::Safe), count(Verdict::is_unsafe));
    let others = tried.len() - safe - unsafe_;
    let counts = format!("{safe} say safe, {unsafe_} unsafe, {others} do not know");
    let names = |wanted: &dyn Fn(&&Tried) -> bool| {
        let names = tried.iter().filter(wanted).map(|one| one.analyzer.name());
        names.collect::<Vec<_>>().join(", ")
    };
    let says_safe = |one: &&Tried| one.run.ending.verdict() == Some(Verdict::Safe);
    if safe > 0 && tried.iter().any(is_witness) {
        let (witnesses, wrong) = (names(&|one| is_witness(one)), names(&says_safe));
        return format!("{counts}: by the witness of {witnesses} these are unsound: {wrong}");
    }
    if disagree(tried) { format!("{counts}: they disagree") } else { counts }
}

fn is_witness(one: &Tried) -> bool {
    one.analyzer.under_approximates() && one.run.ending.verdict().is_some_and(Verdict::is_unsafe)
}

fn style(ending: &Ending) -> anstyle::Style {
    match ending {
        Ending::Verdict(Verdict::Safe) => screen::GOOD,
        Ending::Verdict(Verdict::Unsafe | Verdict::Definite) => screen::BAD,
        _ => screen::OPEN,
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
    serde_json::to_string_pretty(&all).expect("a list has text for keys")
}

//! The laws of a lattice in a worker process, this program started again: an endless loop or an
//! abort is a finding of the law that was checked, and the others go on.

use super::outcome::{Checked, LawRun};
use super::select::Selected;
use super::{Arguments, ORIGIN};
use soundline_lattice::apart::{Child, Judged, Trouble, run_apart};
use soundline_lattice::registry::Entry;
use soundline_lattice::{Check, Report, Runner, Store, cause};
use soundline_test::command::Complaint;
use std::cell::RefCell;
use std::process::Command;

/// Check one lattice in a worker; `None` when it was interrupted.
pub fn check(
    arguments: &Arguments,
    selected: &Selected,
    entry: &Entry,
) -> Option<Result<Checked, Complaint>> {
    let checks = ordered(selected, entry);
    let store = store(arguments);
    let ended = run_apart(
        &checks,
        || command(arguments, &entry.name, &checks),
        |report| judged(report, &store),
    );
    let judged = match ended {
        Ok(judged) => judged,
        Err(Trouble::Interrupted) => return None,
        Err(_) => return Some(Err(Complaint::new("no worker process can be started"))),
    };
    Some(laws(selected, entry, judged))
}

/// The laws in the order of their table, from what the worker sent.
fn laws(selected: &Selected, entry: &Entry, judged: Vec<Judged>) -> Result<Checked, Complaint> {
    let mut laws = Vec::new();
    for judged in judged {
        if judged.bad {
            return Err(Complaint::new(judged.text));
        }
        let law: LawRun = serde_json::from_str(&judged.text)
            .map_err(|error| Complaint::new(format!("a worker sent rubbish: {error}")))?;
        laws.push(law);
    }
    let order: Vec<String> = selected.checks(entry).into_iter().map(|check| check.name).collect();
    laws.sort_by_key(|law| order.iter().position(|name| *name == law.law));
    Ok(Checked { name: entry.name.clone(), about: entry.about.clone(), laws })
}

/// Basic laws first, so that they can explain what follows.
fn ordered(selected: &Selected, entry: &Entry) -> Vec<Check> {
    let mut checks = selected.checks(entry);
    cause::basic_first(&mut checks);
    checks
}

fn store(arguments: &Arguments) -> Store {
    Store::new(arguments.out.join("laws")).of(ORIGIN)
}

/// This program again, with the same settings, for one lattice. A law that was chosen for other lattices is
/// not passed on: there it would be a mistake.
fn command(arguments: &Arguments, name: &str, checks: &[Check]) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(["laws", name, "--out"]).arg(&arguments.out);
    for (option, value) in [
        ("--cases", arguments.cases),
        ("--seed", arguments.seed),
        ("--exhaustive", arguments.exhaustive),
    ] {
        command.args([option, &value.to_string()]);
    }
    for law in arguments.laws.iter().filter(|law| checks.iter().any(|check| check.name == **law)) {
        command.args(["--law", law]);
    }
    for class in &arguments.classes {
        command.args(["--class", class]);
    }
    Some(command)
}

/// Be the worker for the one lattice that was named.
pub fn serve(child: &Child, arguments: &Arguments, selected: &Selected) {
    let Some(entry) = selected.entries.iter().find(|entry| arguments.names.contains(&entry.name))
    else {
        return;
    };
    let checks = ordered(selected, entry);
    let store = store(arguments);
    let runner = Runner {
        cases: arguments.cases,
        seed: arguments.seed,
        exhaustive_limit: arguments.exhaustive,
    };
    // Those of this process; what was checked in one that ended explains nothing any more.
    let done: RefCell<(Vec<&Check>, Vec<Report>)> = RefCell::default();
    let place = |check: &Check| checks.iter().find(|other| other.name == check.name);
    child.run(&checks, |check, watch| {
        let stored = match store.load(&check.subject, &check.name) {
            Ok(stored) => stored,
            Err(error) => return Judged { bad: true, text: error.to_string() },
        };
        let report = runner.run_watched(check, stored.as_ref().map(|case| &case.recipe), watch);
        let (before, reports) = &mut *done.borrow_mut();
        before.extend(place(check));
        reports.push(report);
        cause::assign_last(before, reports);
        judged(reports.last().expect("it was pushed"), &store)
    });
}

/// The law as a text, and its counterexample in the store. Only what cannot be stored is bad.
fn judged(report: &Report, store: &Store) -> Judged {
    match store.save(report) {
        Ok(file) => {
            let law = LawRun::new(report, file.as_deref());
            let text = serde_json::to_string(&law).expect("a law has no maps with odd keys");
            Judged { bad: false, text }
        }
        Err(error) => Judged { bad: true, text: error.to_string() },
    }
}

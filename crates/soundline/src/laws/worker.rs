//! The laws of a lattice in a worker process, this program started again: an endless loop or an
//! abort is a finding of the law that was checked, and the others go on.

use super::outcome::{Checked, Diagram, LawRun, Replay};
use super::select::Selected;
use super::supervisor::{Heart, Supervisor};
use super::{Arguments, ORIGIN};
use serde::Serialize;
use serde::de::DeserializeOwned;
use soundline_lattice::apart::{Child, Judged, Trouble, run_apart};
use soundline_lattice::registry::Entry;
use soundline_lattice::{
    Check, Class, Counterexample, Outcome, Report, Runner, Store, StoredCase, Watch, cause,
    order_watched, replay_watched,
};
use soundline_test::command::{Complaint, Interrupt};
use std::cell::RefCell;
use std::path::Path;
use std::process::Command;

/// Check one lattice in a worker; `None` when it was interrupted.
pub fn check(
    arguments: &Arguments,
    selected: &Selected,
    entry: &Entry,
    interrupt: &Interrupt,
) -> Result<Option<Checked>, Complaint> {
    let checks = ordered(selected, entry);
    let store = store(arguments);
    let command = || command(arguments, &entry.name, &checks);
    let ended = |report: &Report| match report.name == ORDER {
        true => sent(&None::<Diagram>),
        false => saved(report, &store, arguments.examples),
    };
    let laws = supervised(arguments, interrupt, &command, &checks, ended)?;
    laws.map(|laws| in_order(selected, entry, laws)).transpose()
}

/// The last thing that a worker is asked for: not a law, but the order of the elements, for a diagram. If the worker does not
/// survive that, there is no diagram, and laws say why.
const ORDER: &str = "(order of the elements)";

/// Run a stored case again in a worker; `None` when it was interrupted.
pub fn replay(
    arguments: &Arguments,
    case: &Case,
    interrupt: &Interrupt,
) -> Result<Option<Replay>, Complaint> {
    let command = || {
        let mut command = Command::new(std::env::current_exe().ok()?);
        command.args(["laws", "--replay"]).arg(case.file);
        Some(command)
    };
    let ended = |report: &Report| match report.counterexample() {
        Some(example) => case.told(example, Replay::ended(report, example)),
        None => unreachable!("a case that did not return is a violation"),
    };
    let check = std::slice::from_ref(&case.check);
    let replays = supervised(arguments, interrupt, &command, check, ended)?;
    replays.and_then(|mut replays| replays.pop()).map(|text| received(&text)).transpose()
}

/// Run checks in workers: what they sent, or nothing when they were interrupted.
fn supervised(
    arguments: &Arguments,
    interrupt: &Interrupt,
    command: &dyn Fn() -> Option<Command>,
    checks: &[Check],
    ended: impl Fn(&Report) -> Judged,
) -> Result<Option<Vec<String>>, Complaint> {
    let supervisor = Supervisor { command, limits: arguments.limits(), interrupt };
    let judged = match run_apart(checks, &supervisor, ended) {
        Ok(judged) => judged,
        Err(Trouble::Interrupted) => return Ok(None),
        Err(_) => {
            let what = "a worker process cannot be started, or ends before it comes to a law";
            return Err(Complaint::new(what));
        }
    };
    match judged.iter().find(|judged| judged.bad) {
        Some(bad) => Err(Complaint::new(bad.text.clone())),
        None => Ok(Some(judged.into_iter().map(|judged| judged.text).collect())),
    }
}

/// The laws in the order of their table, from what the worker sent.
fn in_order(
    selected: &Selected,
    entry: &Entry,
    mut laws: Vec<String>,
) -> Result<Checked, Complaint> {
    let diagram = laws.pop().map(|text| received::<Option<Diagram>>(&text)).transpose()?;
    let laws: Result<Vec<LawRun>, Complaint> = laws.iter().map(|text| received(text)).collect();
    let mut laws = laws?;
    let order: Vec<String> = selected.checks(entry).into_iter().map(|check| check.name).collect();
    laws.sort_by_key(|law| order.iter().position(|name| *name == law.law));
    let (name, about) = (entry.name.clone(), entry.about.clone());
    Ok(Checked { name, about, laws, order: diagram.flatten() })
}

/// Basic laws first, so that they can explain what follows, and the order of the elements last. Where no law was chosen, no worker
/// is needed for the order either.
fn ordered(selected: &Selected, entry: &Entry) -> Vec<Check> {
    let mut checks = selected.checks(entry);
    cause::basic_first(&mut checks);
    if !checks.is_empty() {
        checks.push(Check::new(ORDER, Class::Order, "", |_| Outcome::Holds));
    }
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
    for (option, value) in [("--cases", arguments.cases()), ("--seed", arguments.seed.seed)] {
        command.args([option, &value.to_string()]);
    }
    command.args(["--examples", &arguments.examples.to_string()]);
    if arguments.traces {
        command.arg("--traces");
    } else {
        command.args(["--exhaustive", &arguments.exhaustive().to_string()]);
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
    let named = |entry: &&Entry| arguments.names.contains(&entry.name);
    let (Some(entry), Some(heart)) = (selected.entries.iter().find(named), heart(child)) else {
        return;
    };
    let checks = ordered(selected, entry);
    let store = store(arguments);
    let runner = Runner {
        cases: arguments.cases(),
        seed: arguments.seed.seed,
        exhaustive_limit: arguments.exhaustive(),
        traces: arguments.traces,
    };
    // Those of this process; what was checked in one that ended explains nothing any more.
    let done: RefCell<(Vec<&Check>, Vec<Report>)> = RefCell::default();
    let place = |check: &Check| checks.iter().find(|other| other.name == check.name);
    let judge = |check: &Check, watch: Watch<'_>| {
        if check.name == ORDER {
            return sent(&order_watched(&checks, watch).map(Diagram::from));
        }
        let stored = match store.load(&check.subject, &check.name) {
            Ok(stored) => stored,
            Err(error) => return Judged { bad: true, text: error.to_string() },
        };
        let report = runner.run_watched(check, stored.as_ref().map(|case| &case.recipe), watch);
        let (before, reports) = &mut *done.borrow_mut();
        before.extend(place(check));
        reports.push(report);
        cause::assign_last(before, reports);
        saved(reports.last().expect("it was pushed"), &store, arguments.examples)
    };
    child.run_watched(&checks, |begins| heart.beat(begins), judge);
}

/// Be the worker that runs a stored case again.
pub fn serve_replay(child: &Child, case: &Case) {
    let Some(heart) = heart(child) else { return };
    let judge = |check: &Check, watch: Watch<'_>| {
        if let Some(fault) = check.open().fault_of(&case.stored.recipe) {
            let text = format!("{} cannot be replayed: {fault}", case.file.display());
            return Judged { bad: true, text };
        }
        let (outcome, explained) = replay_watched(check, &case.stored.recipe, watch);
        case.told(&explained, Replay::new(check, outcome, &explained))
    };
    let check = std::slice::from_ref(&case.check);
    child.run_watched(check, |begins| heart.beat(begins), judge);
}

/// A stored case, and the check that it is about.
pub struct Case<'a> {
    pub file: &'a Path,
    pub stored: StoredCase,
    pub check: Check,
}

impl Case<'_> {
    /// What came of it, unless its elements show that another lattice is meant.
    fn told(&self, explained: &Counterexample, replay: Replay) -> Judged {
        if self.stored.is_from(ORIGIN, explained) {
            return sent(&replay);
        }
        let text = format!(
            "{} was stored for another lattice called '{}'; run the tests of its crate, \
             which try stored cases first",
            self.file.display(),
            self.stored.subject
        );
        Judged { bad: true, text }
    }
}

fn heart(child: &Child) -> Option<Heart> {
    Heart::here(child.folder())
}

/// The law as a text, and its counterexample in the store. Only what cannot be stored is bad.
fn saved(report: &Report, store: &Store, examples: u8) -> Judged {
    match store.save(report) {
        Ok(file) => sent(&LawRun::new(report, file.as_deref(), usize::from(examples))),
        Err(error) => Judged { bad: true, text: error.to_string() },
    }
}

fn sent(result: &impl Serialize) -> Judged {
    let text = serde_json::to_string(result).expect("results have no maps with odd keys");
    Judged { bad: false, text }
}

fn received<T: DeserializeOwned>(text: &str) -> Result<T, Complaint> {
    serde_json::from_str(text)
        .map_err(|error| Complaint::new(format!("a worker sent rubbish: {error}")))
}

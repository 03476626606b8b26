//! Checks in a process of their own, so that an endless loop, an abort, an `exit`, a stack overflow or
//! a memory explosion of a lattice is a finding like any other, and the rest goes on.
//!
//! The process is this program started again; what its caller runs there is up to the caller, as
//! long as it comes to [`Child::run`] with the same checks. Both talk through a folder: the child
//! writes down each case before it runs it, and what came of each check.
//!
//! How the process is started and watched is up to a [`Starter`]. That of [`law_tests!`](crate::law_tests)
//! needs nothing but std: the child watches itself. `soundline laws` brings one that confines the child, measures its
//! processor time and kills whatever it has started.

mod child;
mod folder;
mod limits;
mod starter;

pub use child::{Child, next_beat};
pub use limits::Limits;
pub(crate) use starter::Plain;
pub use starter::{Ended, Starter};

use crate::report::Failure;
use crate::{Check, Report};
use folder::Folder;

/// How often a check is run again whose process ended, but not when its case was run alone.
const RETRIES: usize = 2;

/// What a caller makes of a check: a text, and whether the check failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Did it fail?
    pub bad: bool,
    /// What to tell about it.
    pub text: String,
}

/// Why checks could not be run apart.
#[derive(Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// No process can be started here, or it does not come to [`Child::run`].
    NoChild,
    /// The process was asked to end by a signal, as Ctrl-C does: nobody is to blame.
    Interrupted,
}

/// Run checks in processes of a starter, one for all of them and another one behind each check
/// that ends its process. `judge` makes a text of the report on such a check.
pub fn run_apart(
    checks: &[Check],
    starter: &dyn Starter,
    judge: impl Fn(&Report) -> Judged,
) -> Result<Vec<Judged>, Trouble> {
    let folder = Folder::new().ok_or(Trouble::NoChild)?;
    let mut all: Vec<Judged> = Vec::new();
    let mut retries = 0;
    while all.len() < checks.len() {
        folder.forget_case();
        let ended = folder.start(starter, all.len(), None)?;
        while let Some(judged) = folder.judged(all.len()) {
            all.push(judged);
            retries = 0;
        }
        if all.len() == checks.len() {
            break;
        }
        if !folder.came_to_a_check() {
            return Err(Trouble::NoChild);
        }
        let Some(start) = folder.case() else {
            all.push(judge(&folder.report_before_cases(&checks[all.len()], failure(ended))));
            continue;
        };
        folder.forget_case();
        folder.start(starter, all.len(), Some(&start))?;
        let failure = if !folder.told_to_the_end() {
            failure(ended)
        } else if retries < RETRIES {
            retries += 1;
            continue;
        } else {
            Failure::Death(format!("{ended}, though not by this case alone"))
        };
        let report = folder.report(&checks[all.len()], start, failure);
        all.push(judge(&report));
    }
    Ok(all)
}

fn failure(ended: Ended) -> Failure {
    match ended {
        Ended::TimedOut(limit) => Failure::Hang(limit),
        Ended::OutOfMemory(limit) => Failure::Memory(limit),
        Ended::Itself(how) => Failure::Death(how),
        Ended::Interrupted => unreachable!("starting says so"),
    }
}

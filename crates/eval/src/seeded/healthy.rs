//! The same traces on the domain without the bug: what fails there too is not the bug's doing.

use soundline_fuzz::engine::{Detail, Judge, Remote, Tally, WORDS, Workers};
use soundline_fuzz::{Config, Finding, Trace};
use soundline_isolate::{Board, Scratch};

use super::trial::{Setting, limits};
use soundline_test::command::Complaint;
use soundline_test::test::Described;
use soundline_test::test::worker::Setup;

/// For each finding whether the test that found it, and whether its smallest trace, is fine on the
/// healthy target.
pub fn comparison(
    base: &str,
    findings: &[&Finding],
    setting: &Setting,
) -> Result<Vec<(bool, bool)>, Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let folder = Scratch::new().map_err(|error| complain(&error))?;
    let path = folder.path().join("healthy.board");
    let board = Board::create(&path, WORDS).map_err(|error| complain(&error))?;
    let setup = Setup {
        target: base,
        config: &Config::default(),
        seed: 0,
        properties: setting.properties,
        library: &Described::default(),
        against: None,
        board: &path,
        corpus: None,
    };
    let command = |role| setup.command(role);
    let workers = Workers { command: &command, limits: limits(setting) };
    let mut judge = Remote::new(&workers, Tally::new(board.words()));
    judge.describe().map_err(Complaint::new)?;
    let mut fine = |trace: &Trace| !judge.judge(trace, Detail::Patient).ending.is_finding();
    Ok(findings.iter().map(|finding| (fine(&finding.found_as), fine(&finding.trace))).collect())
}

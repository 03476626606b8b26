//! What pages can have done: everything by this program, started again, so that limits hold and nothing foreign runs in the
//! server.

use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use soundline_diff::analyzer::Catalogue;
use soundline_isolate::{End, Limits, Scratch, Stop, gather, printable};
use soundline_targets::Registry;
use soundline_viewer::{Finding, Host, Unable};

use crate::diff::selection;

/// How long an analyzer may take in the scratchpad.
const EACH: &str = "10s";
/// How long all of it may take, in time of the processors; by the clock twice as long.
const ALL: Duration = Duration::from_secs(150);
/// How much memory a process may have. Analyzers have limits of their own.
const MEMORY: u64 = 16 << 30;

/// The command line, as pages use it.
pub struct CommandLine {
    registry: Registry,
    stop: Stop,
    analyzers: OnceLock<Result<Vec<String>, Unable>>,
}

impl CommandLine {
    /// For some targets; `stop` ends whatever runs.
    pub fn new(registry: Registry, stop: Stop) -> CommandLine {
        CommandLine { registry, stop, analyzers: OnceLock::new() }
    }

    /// What this program prints about a text in a file.
    fn ask(&self, name: &str, text: &str, arguments: &[&str]) -> Result<String, Unable> {
        let unable = |error: std::io::Error| Unable(format!("no temporary folder: {error}"));
        let folder = Scratch::new().map_err(unable)?;
        let file = folder.path().join(name);
        std::fs::write(&file, text).map_err(unable)?;
        let mut command = Command::new(std::env::current_exe().map_err(unable)?);
        command.args(arguments).arg(&file).current_dir(folder.path());
        let limits = Limits { time: ALL, memory: MEMORY, ..Limits::default() };
        let outcome = gather(command, &limits, &self.stop);
        match outcome.end {
            // Findings and answers that differ are no failures.
            End::Exited(0 | 1 | 3) => Ok(String::from_utf8_lossy(&outcome.stdout).into_owned()),
            End::Exited(_) => {
                let told = printable(&outcome.stderr);
                let path = format!("{}/", folder.path().display());
                let told = told.trim().trim_start_matches("error: ").replace(&path, "");
                Err(Unable(told))
            }
            other => Err(Unable(format!("it came to no end: {other}"))),
        }
    }
}

impl Host for CommandLine {
    fn c_program(&self, finding: &Finding) -> Result<String, Unable> {
        let program = soundline_test::replay::program(finding, &self.registry);
        program.map_err(|error| Unable(error.to_string()))
    }

    fn replay(&self, trace: &str) -> Result<String, Unable> {
        self.ask("finding.trace", trace, &["replay", "--json"])
    }

    fn analyzers(&self) -> Result<Vec<String>, Unable> {
        let found = self.analyzers.get_or_init(|| {
            let unable = |error: &dyn std::fmt::Display| Unable(error.to_string());
            let all = Catalogue::built_in().select(&[]).map_err(|error| unable(&error))?;
            let found = selection::find(&all).map_err(|error| unable(&error))?;
            Ok(found.into_iter().flatten().map(|analyzer| analyzer.name().to_string()).collect())
        });
        found.clone()
    }

    fn compare(&self, program: &str, analyzers: &[String]) -> Result<String, Unable> {
        let only = analyzers.join(",");
        let mut arguments = vec!["diff", "try", "--json", "--time-limit", EACH];
        if !only.is_empty() {
            arguments.extend(["--only", &only]);
        }
        self.ask("program.c", program, &arguments)
    }
}

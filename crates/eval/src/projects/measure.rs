//! The analyses of one project, and what they come to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use soundline_isolate::{Call, End, Limits, Outcome, Scratch, Stop, Warden};
use soundline_test::command::screen;

use super::describe;
use super::list::Project;

/// A function that is added to a file, to see what is used again.
const EDIT: &str = "\nint soundline_eval_edit(int n) { return 100 / n; }\n";
/// `soundline analyze` ends like that with findings, or with files that it left out.
const MEASURED: [i32; 4] = [0, 1, 2, 4];

/// What is measured of a project.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    pub project: String,
    pub folder: String,
    pub files: usize,
    pub left_out: usize,
    pub checks: usize,
    pub verified: usize,
    pub verified_under_assumptions: usize,
    /// How many of these rest on assumptions of a kind.
    pub assumptions: BTreeMap<String, usize>,
    pub may_fail: usize,
    /// How many of these are contracts that are not checked.
    pub contracts: usize,
    pub definitely_fail: usize,
    pub unreachable: usize,
    /// Findings in headers that are shown with another file.
    pub told_before: usize,
    /// What may fail if nothing is assumed behind an error.
    pub may_fail_continued: usize,
    pub told_before_continued: usize,
    pub cpu_seconds: f64,
    pub cpu_seconds_continued: f64,
    pub seconds_one_job: f64,
    pub seconds_several_jobs: f64,
    pub seconds_again: f64,
    pub seconds_after_edit: f64,
    pub memory_megabytes: u64,
    /// Whether several jobs, and the cache, printed what one job did.
    pub same: bool,
    /// What may fail or does: for samples.
    #[serde(skip)]
    pub roots: Vec<Root>,
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Root {
    pub place: String,
    pub column: u64,
    pub kind: String,
    pub function: String,
    pub text: String,
    pub why: String,
    pub origin: String,
}

/// How projects are measured.
pub struct Measure<'a> {
    pub jobs: u16,
    pub more: &'a [String],
    pub stop: &'a Stop,
}

impl Measure<'_> {
    /// All figures of a project.
    pub fn project(&self, project: &Project, folder: &Path) -> Result<Figures, String> {
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        let cache = format!("--cache={}", scratch.path().join("cache").display());
        let several = format!("--jobs={}", self.jobs);
        let bar = screen::progress(5, project.name);
        let run = |what: &str, words: &[&str]| {
            bar.set_message(what.to_owned());
            let outcome = self.analyze(folder, words)?;
            bar.inc(1);
            Ok::<Outcome, String>(outcome)
        };
        let continued = run("continue", &["--jobs=1", "--no-cache", "--after-error=continue"])?;
        let one = run("one job", &["--jobs=1", "--no-cache"])?;
        let many = run("several jobs", &[&several, &cache])?;
        let again = run("again", &[&several, &cache])?;
        let edited = {
            let _edit = Edit::of(&largest(project, folder).ok_or("there is no file")?)?;
            run("after an edit", &[&several, &cache])?
        };
        bar.finish_and_clear();
        let mut figures = read(&one.stdout)?;
        figures.project = project.name.to_owned();
        figures.folder = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let continued_figures = read(&continued.stdout)?;
        figures.may_fail_continued = continued_figures.may_fail;
        figures.told_before_continued = continued_figures.told_before;
        figures.cpu_seconds = one.usage.cpu.as_secs_f64();
        figures.cpu_seconds_continued = continued.usage.cpu.as_secs_f64();
        figures.seconds_one_job = one.usage.wall.as_secs_f64();
        figures.seconds_several_jobs = many.usage.wall.as_secs_f64();
        figures.seconds_again = again.usage.wall.as_secs_f64();
        figures.seconds_after_edit = edited.usage.wall.as_secs_f64();
        figures.memory_megabytes = one.usage.memory >> 20;
        figures.same = one.stdout == many.stdout && one.stdout == again.stdout;
        Ok(figures)
    }

    fn analyze(&self, folder: &Path, words: &[&str]) -> Result<Outcome, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let common = ["analyze", "-p", ".", "--fast", "--modular", "--json"];
        let own = common.iter().chain(words).map(|word| (*word).to_owned());
        let arguments = own.chain(self.more.iter().cloned()).map(Into::into).collect();
        let folder = fs::canonicalize(folder).map_err(|error| error.to_string())?;
        let call = Call { program: program.clone(), arguments, folder, ..Call::default() };
        let limits = Limits {
            time: Duration::from_secs(4 * 3600),
            output: 4 << 30,
            files: 4 << 30,
            ..Limits::default()
        };
        let outcome = Warden::at(program).with_free_addresses().run(&call, &limits, self.stop);
        match outcome.end {
            End::Exited(code) if MEASURED.contains(&code) => Ok(outcome),
            ref end => {
                let told = String::from_utf8_lossy(&outcome.stderr).into_owned();
                Err(format!("its analysis {end} {}", told.lines().last().unwrap_or("")))
            }
        }
    }
}

/// The figures that a report has.
fn read(report: &[u8]) -> Result<Figures, String> {
    let report: Value = serde_json::from_slice(report).map_err(|error| error.to_string())?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let files = list(&report["files"]);
    let mut figures = Figures { files: files.len(), ..Figures::default() };
    figures.left_out = list(&report["errors"]).len();
    for file in &files {
        let reasons: BTreeMap<String, String> = list(&file["assumptions"])
            .iter()
            .map(|assumed| (text(&assumed["id"]), text(&assumed["reason"])))
            .collect();
        for check in list(&file["checks"]) {
            // Contracts are no checks of the program. Those that may not be satisfied are findings.
            let contract = check["kind"] == "contract";
            let open = check["status"] == "may-fail";
            if contract && !open {
                continue;
            }
            figures.checks += usize::from(!contract);
            figures.contracts += usize::from(contract && check["accepted"].is_null());
            match check["status"].as_str() {
                Some("verified") => figures.verified += 1,
                Some("verified-under-assumptions") => {
                    figures.verified_under_assumptions += 1;
                    let provided = list(&check["provided"]);
                    let kinds = provided.iter().filter_map(|id| reasons.get(id.as_str()?));
                    for kind in kinds.collect::<BTreeSet<_>>() {
                        *figures.assumptions.entry(kind.clone()).or_default() += 1;
                    }
                }
                Some("unreachable" | "unreachable-under-assumptions") => figures.unreachable += 1,
                Some(status @ ("may-fail" | "definitely-fails")) => {
                    if !check["accepted"].is_null() {
                        figures.told_before += 1;
                        continue;
                    }
                    match status {
                        "may-fail" => figures.may_fail += 1,
                        _ => figures.definitely_fail += 1,
                    }
                    let home = check["header"].as_str().or_else(|| file["file"].as_str());
                    figures.roots.push(Root {
                        place: format!("{}:{}", home.unwrap_or_default(), check["line"]),
                        column: check["column"].as_u64().unwrap_or(0),
                        kind: text(&check["kind"]),
                        function: text(&check["function"]),
                        text: text(&check["text"]),
                        why: text(&check["why"]),
                        origin: text(&check["origin"]),
                    });
                }
                other => return Err(format!("a check has the status {other:?}")),
            }
        }
    }
    Ok(figures)
}

/// The largest file of a project.
fn largest(project: &Project, folder: &Path) -> Option<PathBuf> {
    let files = describe::files(project, folder).into_iter().map(|file| folder.join(file));
    files.max_by_key(|file| fs::metadata(file).map_or(0, |data| data.len()))
}

/// A file with an edit, until this is dropped.
struct Edit {
    file: PathBuf,
    text: Vec<u8>,
}

impl Edit {
    fn of(file: &Path) -> Result<Edit, String> {
        let complain = |error: std::io::Error| format!("{}: {error}", file.display());
        let text = fs::read(file).map_err(complain)?;
        let edit = Edit { file: file.to_owned(), text };
        fs::write(file, [&edit.text[..], EDIT.as_bytes()].concat()).map_err(complain)?;
        Ok(edit)
    }
}

impl Drop for Edit {
    fn drop(&mut self) {
        // What cannot be written back is fetched again by whoever needs it.
        let _ = fs::write(&self.file, &self.text);
    }
}

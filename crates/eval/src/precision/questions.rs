//! What is asked: programs with checks, and what is known to be true of them.

use crate::projects::PROJECTS;
use soundline_c::{Clang, DataModel, find_files};
use soundline_diff::analyzer::{AssertedError, AssertedProgram};
use soundline_diff::concrete::{self, Effort, Suspect, Workshop, examine};
use soundline_diff::seed::{Source, csmith};
use soundline_diff::{Constants, Encoding, Generator, Kinds, Plan, Pool, Seed, Variant};
use soundline_isolate::{Scratch, Stop, Warden};
use soundline_test::command::Complaint;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The comment at checks that fail in some execution.
const FAILS: &str = "/* FAILS */";

/// What is known of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// It holds in all executions.
    Holds,
    /// It fails in some execution.
    Fails,
    /// Neither a comment nor an execution said so: the referee decides.
    Open,
}

/// A program with checks.
#[derive(Debug)]
pub struct Question {
    /// The folder that it lies in.
    pub group: String,
    /// The file.
    pub name: String,
    /// The lines of its checks, and what is known of them.
    pub checks: Vec<(usize, Truth)>,
    program: Text,
}

#[derive(Debug)]
enum Text {
    Asserted(Box<AssertedProgram>),
    Made(Variant),
}

impl Question {
    /// The program, if its assertions are its own.
    pub fn asserted(&self) -> Option<&AssertedProgram> {
        match &self.program {
            Text::Asserted(program) => Some(program),
            Text::Made(_) => None,
        }
    }

    /// The text for an analyzer.
    pub fn render(&self, encoding: &Encoding) -> Vec<u8> {
        match &self.program {
            Text::Asserted(program) => program.render(encoding),
            Text::Made(variant) => variant.render(encoding),
        }
    }

    /// How wide `long` and pointers are.
    pub fn model(&self) -> DataModel {
        match &self.program {
            Text::Asserted(program) => program.model,
            Text::Made(variant) => variant.seed().model,
        }
    }
}

/// All that is asked.
pub struct Questions {
    /// Group by group.
    pub all: Vec<Question>,
    /// Files that cannot be asked about, and why.
    pub left_out: Vec<String>,
}

/// What programs without assertions are made into questions by.
pub struct Maker<'a> {
    clang: &'a Clang,
    /// How many checks each gets.
    checks: usize,
    warden: Warden,
    stop: &'a Stop,
    workshop: Workshop,
    _folder: Scratch,
}

impl<'a> Maker<'a> {
    /// One that gives each program so many checks.
    pub fn new(clang: &'a Clang, checks: usize, stop: &'a Stop) -> std::io::Result<Maker<'a>> {
        let folder = Scratch::new()?;
        let warden = Warden::at(&std::env::current_exe()?);
        let workshop = Workshop::new(folder.path(), warden.clone(), stop.clone())?;
        Ok(Maker { clang, checks, warden, stop, workshop, _folder: folder })
    }

    /// Variants of a program with one check each, its line, and what executions say of it. Which checks these are depends on the
    /// name, not on the folder that the program or what it includes is in.
    fn variants(&self, name: &str, seed: Seed) -> Vec<(Variant, usize, Truth)> {
        let pool = Pool::of(&seed.program);
        let plan = Plan { batch: 1, budget: Some(self.checks), ..Plan::default() };
        let seed = Arc::new(seed);
        let made = Generator::called(name, seed.clone(), plan, Constants::Pool(pool));
        let variants: Vec<Variant> =
            made.map(|made| made.variant).filter(|made| !made.checks().is_empty()).collect();
        let suspects =
            variants.iter().map(|made| Suspect { check: made.checks()[0], witnessed: true });
        let suspects: Vec<Suspect> = suspects.collect();
        let seen = examine(&self.workshop, &seed, &suspects, &[], &Effort::default());
        let defined = seen.ok().filter(|seen| seen.undefined.is_none());
        let truth = |number: usize| match defined.as_ref().map(|seen| &seen.truths[number]) {
            Some(concrete::Truth::Holds { .. }) => Truth::Holds,
            Some(concrete::Truth::Fails(_)) => Truth::Fails,
            _ => Truth::Open,
        };
        let line = |suspect: &Suspect| {
            seed.program.source.locate(suspect.check.candidate.site.span.start).line as usize
        };
        let lines: Vec<usize> = suspects.iter().map(line).collect();
        let known = (0..).map(truth);
        variants
            .into_iter()
            .zip(lines)
            .zip(known)
            .map(|((v, line), truth)| (v, line, truth))
            .collect()
    }
}

impl Questions {
    /// The programs of folders, with the files of projects that they include, and so many random ones of csmith.
    pub fn read(
        maker: &Maker<'_>,
        folders: &[PathBuf],
        projects: Option<&Path>,
        random: u64,
    ) -> Result<Questions, Complaint> {
        let files = match folders.is_empty() {
            true => Vec::new(),
            false => find_files(folders).map_err(|error| Complaint::new(error.to_string()))?,
        };
        let marked = files.iter().filter(|file| is_marked(file));
        let marked: BTreeSet<_> = marked.filter_map(|file| file.parent()).collect();
        let mut questions = Questions { all: Vec::new(), left_out: Vec::new() };
        for file in &files {
            let is_marked = file.parent().is_some_and(|folder| marked.contains(folder));
            let added = included(file, projects)
                .and_then(|arguments| questions.add(maker, file, &arguments, is_marked));
            if let Err(reason) = added {
                questions.left_out.push(format!("{}: {reason}", file.display()));
            }
        }
        let kinds = Kinds::default();
        for number in (1..=random).take_while(|_| !maker.stop.is_asked_for()) {
            let Maker { clang, warden, stop, .. } = maker;
            match csmith::generate(clang, warden, number, DataModel::Lp64, &kinds, stop) {
                Ok(seed) => questions.make(maker, "csmith", &format!("csmith-{number}.c"), seed),
                Err(missing @ csmith::CsmithError::Missing(_)) => {
                    return Err(Complaint::new(missing.to_string()));
                }
                Err(error) => questions.left_out.push(error.to_string()),
            }
        }
        match questions.all.is_empty() {
            true => {
                let reasons = std::iter::once("none of the files can be asked about".to_string());
                let reasons: Vec<String> = reasons.chain(questions.left_out).collect();
                Err(Complaint::new(reasons.join("\n")))
            }
            false => Ok(questions),
        }
    }

    /// Checks of a program without assertions.
    fn make(&mut self, maker: &Maker<'_>, group: &str, name: &str, seed: Seed) {
        for (variant, line, truth) in maker.variants(&format!("{group}/{name}"), seed) {
            self.all.push(Question {
                group: group.to_string(),
                name: name.to_string(),
                checks: vec![(line, truth)],
                program: Text::Made(variant),
            });
        }
    }

    fn add(
        &mut self,
        maker: &Maker<'_>,
        file: &Path,
        arguments: &[String],
        is_marked: bool,
    ) -> Result<(), String> {
        let group = group(file);
        let name = file.file_name().map(OsStr::to_string_lossy).unwrap_or_default().into_owned();
        match AssertedProgram::read(maker.clang, file, DataModel::Lp64, arguments) {
            Ok(program) => {
                let source = fs::read_to_string(file).map_err(|error| error.to_string())?;
                let checks = truths(&source, &program.lines(), is_marked);
                self.all.push(Question {
                    group,
                    name,
                    checks,
                    program: Text::Asserted(Box::new(program)),
                });
                Ok(())
            }
            Err(AssertedError::NoAssertion(_)) => {
                let path = file.display().to_string();
                let (model, arguments) = (DataModel::Lp64, arguments.to_vec());
                let source = Source { name: path, path: file.into(), model, arguments };
                let seed = Seed::read(maker.clang, &source).map_err(|error| error.to_string())?;
                self.make(maker, &group, &name, seed);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The folder of a file.
fn group(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name);
    folder.map(OsStr::to_string_lossy).unwrap_or_default().into_owned()
}

/// How a program is preprocessed: with the project that its group is called after.
fn included(file: &Path, projects: Option<&Path>) -> Result<Vec<String>, String> {
    let Some(dir) = projects else { return Ok(Vec::new()) };
    let group = group(file);
    let Some(project) = PROJECTS.iter().find(|project| project.name == group) else {
        return Ok(Vec::new());
    };
    match project.folder(dir) {
        Some(folder) => Ok(project.preprocessing(&folder)),
        None => {
            let dir = dir.display();
            Err(format!(
                "{group} is not in {dir}: `soundline eval projects {group} --fetch --dir {dir}` gets it"
            ))
        }
    }
}

/// Whether a program tells what is true.
fn is_marked(file: &Path) -> bool {
    fs::read_to_string(file).is_ok_and(|source| source.contains(FAILS))
}

/// What the comments of a program say of the checks in these lines: nothing, if its group has no such comment.
fn truths(source: &str, lines: &[usize], is_marked: bool) -> Vec<(usize, Truth)> {
    let texts: Vec<&str> = source.lines().collect();
    let fails = |line: usize| texts.get(line - 1).is_some_and(|text| text.contains(FAILS));
    let truth = |line: usize| match (is_marked, fails(line)) {
        (false, _) => Truth::Open,
        (true, true) => Truth::Fails,
        (true, false) => Truth::Holds,
    };
    lines.iter().map(|line| (*line, truth(*line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_tell_what_is_true() {
        let marked = "f();\nassert(a);\nassert(b); /* FAILS */\n";
        assert_eq!(truths(marked, &[2, 3], true), [(2, Truth::Holds), (3, Truth::Fails)]);
        assert_eq!(truths(marked, &[2, 3], false), [(2, Truth::Open), (3, Truth::Open)]);
    }
}

//! What is asked: programs with checks, and what is known to be true of them.

use soundline_c::{Clang, DataModel, find_files};
use soundline_diff::analyzer::{AssertedError, AssertedProgram};
use soundline_diff::seed::Source;
use soundline_diff::{Constants, Encoding, Generator, Plan, Pool, Seed, Variant};
use soundline_test::command::Complaint;
use std::collections::BTreeSet;
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
    /// Nobody said so: whoever gives a proof or a witness decides.
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

impl Questions {
    /// The programs of folders. One without assertions gets so many checks.
    pub fn read(clang: &Clang, folders: &[PathBuf], checks: usize) -> Result<Questions, Complaint> {
        let files = find_files(folders).map_err(|error| Complaint::new(error.to_string()))?;
        let marked = files.iter().filter(|file| is_marked(file));
        let marked: BTreeSet<_> = marked.filter_map(|file| file.parent()).collect();
        let mut questions = Questions { all: Vec::new(), left_out: Vec::new() };
        for file in &files {
            let is_marked = file.parent().is_some_and(|folder| marked.contains(folder));
            if let Err(reason) = questions.add(clang, file, is_marked, checks) {
                questions.left_out.push(format!("{}: {reason}", file.display()));
            }
        }
        match questions.all.is_empty() {
            true => Err(Complaint::new("none of the files can be asked about")),
            false => Ok(questions),
        }
    }

    fn add(
        &mut self,
        clang: &Clang,
        file: &Path,
        is_marked: bool,
        checks: usize,
    ) -> Result<(), String> {
        let text = |part: Option<&std::ffi::OsStr>| {
            part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let group = text(file.parent().and_then(Path::file_name));
        let name = text(file.file_name());
        match AssertedProgram::read(clang, file, DataModel::Lp64, &[]) {
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
                for variant in variants(clang, file, checks)? {
                    let check = variant.checks().first().ok_or("no check can be made")?;
                    let line =
                        variant.seed().program.source.locate(check.candidate.site.span.start).line
                            as usize;
                    let checks = vec![(line, Truth::Open)];
                    let (group, name) = (group.clone(), name.clone());
                    self.all.push(Question { group, name, checks, program: Text::Made(variant) });
                }
                Ok(())
            }
            Err(error) => Err(error.to_string()),
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

/// Variants of a program with one check each.
fn variants(clang: &Clang, file: &Path, count: usize) -> Result<Vec<Variant>, String> {
    let name = file.display().to_string();
    let source = Source { name, path: file.into(), model: DataModel::Lp64, arguments: Vec::new() };
    let seed = Seed::read(clang, &source).map_err(|error| error.to_string())?;
    let pool = Pool::of(&seed.program);
    let plan = Plan { batch: 1, budget: Some(count), ..Plan::default() };
    let made = Generator::new(Arc::new(seed), plan, Constants::Pool(pool));
    Ok(made.map(|made| made.variant).collect())
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

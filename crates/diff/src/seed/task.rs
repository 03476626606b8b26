//! Task files of SV-COMP, format 2.0: which program, which data model, which property.

use super::yaml::Yaml;
use soundline_c::DataModel;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger files are no task files.
const MOST_BYTES: u64 = 1 << 20;

/// A verification task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The program.
    pub input: PathBuf,
    /// Its data model.
    pub model: DataModel,
    /// The properties with their expected verdicts, as the file names them.
    pub properties: Vec<(String, Option<bool>)>,
}

/// Why a file is no task that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// It is not YAML, or not of the kind that tasks are written in.
    #[error("it cannot be read as a task: {0}")]
    Malformed(String),
    /// It has another version.
    #[error("its format version is `{0}`, not 2.0")]
    Version(String),
    /// It is about another language.
    #[error("its language is {0}, not C")]
    Language(String),
    /// It has none or several files.
    #[error("it has {0} input files, not one")]
    Inputs(usize),
    /// Its data model is not known.
    #[error("{0}")]
    Model(String),
    /// It, or its program, cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Its program is somewhere else.
    #[error("its input file {0} is outside of the folder that was given")]
    Outside(String),
    /// Its program is something else.
    #[error("its input file {0} is no C file")]
    NoProgram(String),
}

impl Task {
    /// Reads a task file. Its program has to be a C file below `root`, also where links lead.
    pub fn read(path: &Path, root: &Path) -> Result<Task, TaskError> {
        let unreadable = |error: std::io::Error| TaskError::Unreadable(error.to_string());
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if !metadata.is_file() || metadata.len() > MOST_BYTES {
            return Err(TaskError::Malformed("it is too large, or no file".into()));
        }
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let task = Task::parse(&text, path.parent().unwrap_or(Path::new("")))?;
        let shown = task.input.display().to_string();
        let missing = |error| TaskError::Unreadable(format!("its input file {shown}: {error}"));
        let program = task.input.canonicalize().map_err(missing)?;
        let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
        if !program.starts_with(root.canonicalize().map_err(unreadable)?) {
            return Err(TaskError::Outside(shown));
        }
        let ending = program.extension().and_then(|ending| ending.to_str());
        if !program.is_file() || !matches!(ending, Some("c" | "i")) {
            return Err(TaskError::NoProgram(shown));
        }
        Ok(task)
    }

    /// Whether the task expects that no error is reached, if it says so.
    pub fn expects_safe(&self) -> Option<bool> {
        let reach =
            |file: &str| Path::new(file).file_name().is_some_and(|name| name == "unreach-call.prp");
        self.properties.iter().find(|(file, _)| reach(file)).and_then(|(_, verdict)| *verdict)
    }

    /// Reads the text of a task file that lies in `folder`.
    pub fn parse(text: &str, folder: &Path) -> Result<Task, TaskError> {
        let yaml = Yaml::parse(text).map_err(TaskError::Malformed)?;
        let version = yaml.get("format_version").and_then(Yaml::text).unwrap_or_default();
        if !matches!(version, "2.0" | "2.1") {
            return Err(TaskError::Version(version.to_owned()));
        }
        let option = |key: &str| yaml.get("options")?.get(key)?.text();
        let language = option("language").unwrap_or("C");
        if language != "C" {
            return Err(TaskError::Language(language.to_owned()));
        }
        let inputs = yaml.get("input_files").map(Yaml::items).unwrap_or_default();
        let [input] = inputs[..] else { return Err(TaskError::Inputs(inputs.len())) };
        let input = input.text().ok_or(TaskError::Inputs(0))?;
        // Tasks that do not say it are from the time when all had 32 bits.
        let model = option("data_model").unwrap_or("ILP32").parse().map_err(TaskError::Model)?;
        let listed = yaml.get("properties").map(Yaml::items).unwrap_or_default();
        let properties = listed.into_iter().filter_map(property).collect();
        Ok(Task { input: folder.join(input), model, properties })
    }
}

fn property(yaml: &Yaml) -> Option<(String, Option<bool>)> {
    let file = yaml.get("property_file")?.text()?.to_owned();
    let verdict = yaml.get("expected_verdict").and_then(Yaml::text);
    Some((file, verdict.and_then(|verdict| verdict.parse().ok())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "format_version: '2.0'\n\n# old name\ninput_files: 'count.i'\n\n\
        properties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n\
        \x20 - property_file: ../properties/coverage-branches.prp\n\noptions:\n  language: C\n  data_model: ILP32\n";

    #[test]
    fn tasks_are_read() {
        let task = Task::parse(TASK, Path::new("loops"));
        let properties = vec![
            ("../properties/unreach-call.prp".to_owned(), Some(true)),
            ("../properties/coverage-branches.prp".to_owned(), None),
        ];
        let input = PathBuf::from("loops/count.i");
        assert_eq!(task, Ok(Task { input, model: DataModel::Ilp32, properties }));
    }

    #[test]
    fn other_tasks_are_refused() {
        let check = |from: &str, to: &str, expected| {
            assert_eq!(Task::parse(&TASK.replace(from, to), Path::new("")), Err(expected));
        };
        check("'2.0'", "'1.0'", TaskError::Version("1.0".into()));
        check("language: C", "language: Java", TaskError::Language("Java".into()));
        check("'count.i'", "['a.c', 'b.c']", TaskError::Inputs(2));
        let braces =
            "line 4: `input_files: {a: b}` uses a part of YAML that task files have no need of";
        check("'count.i'", "{a: b}", TaskError::Malformed(braces.into()));
        check(" 'count.i'", "\n - a.c\n - b.c", TaskError::Inputs(2));
        check("input_files", "files", TaskError::Inputs(0));
        let model = TaskError::Model("`LLP64` is not a data model: it is ILP32 or LP64".into());
        check("ILP32", "LLP64", model);
    }
}

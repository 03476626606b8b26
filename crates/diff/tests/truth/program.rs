//! A program of the table, and what its comments say about it.

use soundline_c::DataModel;
use std::path::{Path, PathBuf};

/// The data model of all programs, as in the paper.
pub const MODEL: DataModel = DataModel::Ilp32;

/// A program whose truth is known.
pub struct Program {
    /// The name of its file.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Whether its assertions hold.
    pub safe: bool,
    /// Inputs that fail it.
    pub inputs: Option<Vec<i64>>,
    /// What is undefined in the execution that fails it.
    pub undefined: Option<String>,
}

impl Program {
    pub fn truth_word(&self) -> &'static str {
        if self.safe { "safe" } else { "unsafe" }
    }
}

/// All programs, by name.
pub fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/programs");
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut programs: Vec<Program> = entries.flatten().map(|entry| read(entry.path())).collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(programs.len() >= 30);
    programs
}

fn read(path: PathBuf) -> Program {
    let text = std::fs::read_to_string(&path).expect("it can be read");
    let said = |key: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("// "));
        lines.filter_map(|line| line.strip_prefix(key)).next().map(|rest| rest.trim().to_string())
    };
    let safe = match said("truth:").as_deref() {
        Some("safe") => true,
        Some("unsafe") => false,
        other => panic!("{}: truth {other:?}", path.display()),
    };
    let numbers = |text: String| {
        text.split_whitespace().map(|word| word.parse().expect("inputs are numbers")).collect()
    };
    let inputs: Option<Vec<i64>> = said("inputs:").map(numbers);
    assert_eq!(safe, inputs.is_none(), "{}: unsafe needs inputs", path.display());
    let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    Program { name, safe, inputs, undefined: said("undefined:"), path }
}

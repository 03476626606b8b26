//! A program of the corpus: its text, how it is meant to be analysed, and its marks.

use crate::mark::{self, Mark};
use soundline_analyze::{Kind, Overflow};
use soundline_c::{Clang, DataModel, Program, Settings};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// An annotated program.
pub struct Case {
    /// The name of the file without its extension. It starts with the topic.
    pub name: String,
    /// The parsed program.
    pub program: Program,
    /// What signed overflow means for its marks.
    pub overflow: Overflow,
    /// The kinds of checks that are made.
    pub checks: BTreeSet<Kind>,
    /// What it claims about its lines.
    pub marks: Vec<Mark>,
    /// The integers in its text, and those that its header names: values worth trying.
    pub constants: Vec<i64>,
}

/// Where the programs are.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The names of all programs, in order.
pub fn names() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the programs are there").flatten();
    let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> =
        files.filter_map(|file| file.strip_suffix(".c").map(str::to_owned)).collect();
    names.sort();
    names
}

impl Case {
    /// Reads a program; faults in it are faults of the corpus.
    pub fn read(clang: &Clang, name: &str) -> Case {
        Case::read_in(clang, &folder(), name)
    }

    /// Reads one of another folder.
    pub fn read_in(clang: &Clang, folder: &Path, name: &str) -> Case {
        let path = folder.join(format!("{name}.c"));
        let text = fs::read_to_string(&path).expect("a listed program can be read");
        Case::from_file(clang, name, &path, &text)
    }

    /// A program that is in no file yet.
    pub fn from_text(clang: &Clang, name: &str, text: &str) -> Case {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(format!("{name}.c"));
        fs::write(&path, text).expect("a file can be written");
        Case::from_file(clang, name, &path, text)
    }

    fn from_file(clang: &Clang, name: &str, path: &Path, text: &str) -> Case {
        let option = |key: &str| {
            let lines = text.lines().filter_map(|line| line.strip_prefix("//! "));
            let mut values = lines.filter_map(|line| line.strip_prefix(&format!("{key}: ")));
            values.next().map(|value| value.trim().to_owned())
        };
        let model =
            option("model").map_or(DataModel::Lp64, |value| value.parse().expect("a model"));
        let overflow = option("overflow").map(|value| value.parse().expect("a choice"));
        let checks = match option("checks").as_deref() {
            Some("all") => Kind::ALL.into_iter().collect(),
            _ => Kind::defaults(),
        };
        let arguments = vec![format!("-I{}", folder().display())];
        let settings = Settings { model, arguments, ..Settings::default() };
        let mut program = clang.read(path, &settings);
        if let (Ok(program), Some("all")) = (&mut program, option("checks").as_deref()) {
            program.check_reads();
        }
        let tried = constants(&option("try").unwrap_or_default());
        Case {
            name: name.to_owned(),
            program: program.unwrap_or_else(|fault| panic!("{name}: {fault}")),
            overflow: overflow.unwrap_or(Overflow::Wrap),
            checks,
            marks: mark::marks(name, text),
            constants: [constants(text), tried].concat(),
        }
    }

    /// The line of the program's own file that a byte is in.
    pub fn line(&self, offset: u32) -> u32 {
        self.program.source.locate(offset).line
    }
}

/// Decimal and hexadecimal numbers, without looking at what they stand for.
fn constants(text: &str) -> Vec<i64> {
    let code = text.lines().filter(|line| !line.starts_with("//"));
    let code: String = code.map(|line| line.split("//").next().unwrap_or("")).collect();
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut numbers: Vec<i64> =
        words.filter_map(number).flat_map(|n| [n, n.wrapping_neg()]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn number(word: &str) -> Option<i64> {
    let word = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let wide = match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => word.parse().ok()?,
    };
    Some(wide as i64)
}

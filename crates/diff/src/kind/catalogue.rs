//! The kinds of checks that a campaign makes: built in, and the user's.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::condition::{self, ConditionError};
use super::{Choice, Kind};

/// The built-in kinds, one file each.
const BUILT_IN: &[&str] = &[
    include_str!("../../checks/value.toml"),
    include_str!("../../checks/null.toml"),
    include_str!("../../checks/alias.toml"),
    include_str!("../../checks/buffer.toml"),
    include_str!("../../checks/overflow.toml"),
];

/// A kind larger than this is none.
const MOST_BYTES: u64 = 64 << 10;

/// Kinds of checks, each name once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds(Vec<Arc<Kind>>);

/// Why there are no kinds.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KindError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file is no kind.
    #[error("{}: {error}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Malformed,
    },
    /// A folder without kinds.
    #[error("there is no .toml file in {}", .0.display())]
    Empty(PathBuf),
    /// No kind is called so.
    #[error(
        "no kind of check is called {0}: `soundline diff checks` lists them; a file needs its path"
    )]
    NoSuchName(String),
}

/// What is wrong with the text of a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// It is no TOML, or has other fields.
    #[error("it is not a kind of check: {0}")]
    Toml(String),
    /// It has no name that can be typed.
    #[error("its name may have letters, digits and dashes only")]
    Name,
    /// Its constants mean nothing where it stands.
    #[error("its constants do not fit the place that it is about")]
    Constants,
    /// It has no constants, or too many.
    #[error("its list of constants has none, or more than 256")]
    List,
    /// Its condition.
    #[error(transparent)]
    Condition(#[from] ConditionError),
}

impl Default for Kinds {
    /// The paper's: numbers and their values.
    fn default() -> Kinds {
        Kinds(Kinds::built_in().0.into_iter().take(1).collect())
    }
}

impl Kinds {
    /// All that are built in.
    pub fn built_in() -> Kinds {
        let parse = |text: &&str| Kind::parse(text).expect("built-in kinds are well-formed");
        Kinds(BUILT_IN.iter().map(|text| Arc::new(parse(text))).collect())
    }

    /// Those that the words stand for: names of built-in ones, `all` of them, files, or folders of files. A file
    /// whose kind has the name of another takes its place. No words stand for the default.
    pub fn select(words: &[String]) -> Result<Kinds, KindError> {
        if words.is_empty() {
            return Ok(Kinds::default());
        }
        let built_in = Kinds::built_in();
        let mut kinds = Kinds(Vec::new());
        for word in words {
            let path = Path::new(word);
            let mut found: Vec<Arc<Kind>> = built_in.0.clone();
            found.retain(|kind| word == "all" || kind.name == *word);
            if found.is_empty() {
                let is_path = path.is_dir() || word.ends_with(".toml") || word.contains('/');
                found = match is_path {
                    true => read(path)?.into_iter().map(Arc::new).collect(),
                    false => return Err(KindError::NoSuchName(word.clone())),
                };
            }
            found.into_iter().for_each(|kind| kinds.add(kind));
        }
        Ok(kinds)
    }

    fn add(&mut self, kind: Arc<Kind>) {
        match self.0.iter_mut().find(|known| known.name == kind.name) {
            Some(known) => *known = kind,
            None => self.0.push(kind),
        }
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Kind>> {
        self.0.iter()
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|kind| kind.name.clone()).collect()
    }
}

fn read(path: &Path) -> Result<Vec<Kind>, KindError> {
    let unreadable = |path: &Path, error| KindError::Unreadable { path: path.into(), error };
    let mut files = vec![path.to_path_buf()];
    if path.is_dir() {
        let entries = fs::read_dir(path).map_err(|error| unreadable(path, error))?;
        files = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
        files.sort();
        if files.is_empty() {
            return Err(KindError::Empty(path.into()));
        }
    }
    let kind = |file: &PathBuf| {
        let size = fs::metadata(file).map_err(|error| unreadable(file, error))?.len();
        let text = match size > MOST_BYTES {
            true => Err(io::Error::other("it is too large for a kind of check")),
            false => fs::read_to_string(file),
        };
        let text = text.map_err(|error| unreadable(file, error))?;
        Kind::parse(&text).map_err(|error| KindError::Malformed { path: file.clone(), error })
    };
    files.iter().map(kind).collect()
}

impl Kind {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Kind, Malformed> {
        let toml = |error: toml::de::Error| Malformed::Toml(error.message().replace('\n', " "));
        let kind: Kind = toml::from_str(text).map_err(toml)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if kind.name.is_empty() || !kind.name.chars().all(plain) {
            return Err(Malformed::Name);
        }
        match &kind.constants {
            Choice::Family(family) if !family.fits(kind.at) => return Err(Malformed::Constants),
            Choice::List(list) if list.is_empty() || list.len() > 256 => {
                return Err(Malformed::List);
            }
            _ => {}
        }
        condition::check(&kind.condition, kind.at, kind.constants != Choice::None)?;
        Ok(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_papers_kind() {
        assert_eq!(Kinds::default().names(), ["value"]);
        assert!(Kinds::default().0[0].compares_values());
        let all = Kinds::select(&["all".into()]).expect("they are built in");
        assert_eq!(all.names(), ["value", "null", "alias", "buffer", "overflow"]);
        let others = all.iter().skip(1);
        assert_eq!(others.filter(|kind| kind.compares_values()).count(), 0);
    }

    #[test]
    fn files_and_folders_of_the_user() {
        let folder = tempfile::tempdir().expect("there is room for files");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let own = "name = \"small\"\nabout = \"x\"\nat = \"number\"\nconstants = [1, 2]\ncondition = \"{e} < {k}\"\n";
        fs::write(path("small.toml"), own).expect("it can be written");
        let whole = folder.path().display().to_string();
        for word in [path("small.toml"), whole.clone()] {
            let kinds = Kinds::select(&["null".into(), word]).expect("it is a kind");
            assert_eq!(kinds.names(), ["null", "small"]);
        }
        fs::write(path("bad.toml"), own.replace("at", "where")).expect("it can be written");
        let error = Kinds::select(&[whole]).map(|_| ()).map_err(|error| error.to_string());
        assert!(error.is_err_and(|error| error.contains("bad.toml: it is not a kind of check")));
        let missing = |word: &str| Kinds::select(&[word.into()]).is_err();
        assert!(missing("nul") && missing("/no/such/folder") && missing("gone.toml"));
    }

    #[test]
    fn wrong_kinds_are_refused() {
        let check = |from: &str, to: &str, part: &str| {
            let text = include_str!("../../checks/buffer.toml").replace(from, to);
            let error = Kind::parse(&text).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(part)), "{to}: {error:?}");
        };
        check("\"buffer\"", "\"a b\"", "letters, digits and dashes");
        check("\"length\"", "\"widths\"", "do not fit");
        check("\"length\"", "[]", "has none");
        check("\"index\"", "\"nowhere\"", "not a kind of check");
        check("{wide} >= 0", "{exact} >= 0", "{e}, {wide}, {k}");
        check("constants = \"length\"\n", "", "no constants");
    }
}

//! `compile_commands.json`, the description of a build that CMake, Meson, Bear and others write.
//!
//! It may come from anywhere. None of its commands is run, and whatever is wrong with an entry is said about that entry.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use soundline_analyze::outcome::{LeftOut, Why};
use soundline_c::shown;
use soundline_test::command::Complaint;

use super::{Compiled, flags, words};

/// Its name.
const NAME: &str = "compile_commands.json";
/// The usual folder for builds in a project.
const BUILD: &str = "build";
/// Larger ones are refused.
const LARGEST: u64 = 1 << 30;

/// A description of a build, read.
#[derive(Debug, Default)]
pub struct Database {
    /// Where it was read from.
    pub file: PathBuf,
    /// The files with how they are compiled, in the order of the description. A file that is compiled twice
    /// in different ways is in it twice.
    pub files: Vec<(PathBuf, Compiled)>,
    /// Entries that cannot be used.
    pub left_out: Vec<LeftOut>,
}

impl Database {
    /// Reads the description in a folder, or the file itself.
    pub fn read(given: &Path) -> Result<Database, Complaint> {
        let file = if given.is_dir() { given.join(NAME) } else { given.to_owned() };
        let wrong = |reason: String| Complaint::new(format!("{}: {reason}", file.display()));
        let data = fs::metadata(&file).map_err(|_| {
            Complaint::new(format!(
                "there is no {}: CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, and \
                 `soundline analyze -- make` needs none",
                file.display()
            ))
        })?;
        if !data.is_file() || data.len() > LARGEST {
            return Err(wrong("it is not a file of at most 1 GB".to_owned()));
        }
        let text = fs::read(&file).map_err(|error| wrong(error.to_string()))?;
        let entries: Vec<Value> = serde_json::from_slice(&text)
            .map_err(|error| wrong(format!("it is not a list of compile commands: {error}")))?;
        let mut database = Database { file: shown(&file), ..Database::default() };
        let project = Project::around(&file);
        let (mut known, mut refused) = (HashSet::new(), HashSet::new());
        for (number, entry) in (1..).zip(entries) {
            match project.entry(&entry) {
                Ok((file, compiled)) => {
                    if known.insert((file.clone(), compiled.clone())) {
                        database.files.push((file, compiled));
                    }
                }
                Err((name, reason)) => {
                    let name = name
                        .unwrap_or_else(|| format!("{}, entry {number}", database.file.display()));
                    if refused.insert((name.clone(), reason.clone())) {
                        let why = Why::Unusable(reason);
                        database.left_out.push(LeftOut { file: name, why });
                    }
                }
            }
        }
        Ok(database)
    }

    /// Looks for a description where they usually are: here, in `build`, and the same in the folders above up to the one
    /// with the repository.
    pub fn find() -> Option<PathBuf> {
        let here = std::env::current_dir().ok()?;
        let mut folders: Vec<&Path> = Vec::new();
        for folder in here.ancestors() {
            folders.push(folder);
            if folder.join(".git").exists() {
                break;
            }
        }
        // Without a repository the folders above belong to something else.
        if folders.last().is_some_and(|last| !last.join(".git").exists()) {
            folders.truncate(1);
        }
        let places =
            folders.iter().flat_map(|folder| [folder.join(NAME), folder.join(BUILD).join(NAME)]);
        places.into_iter().find(|file| file.is_file()).map(|file| shown(&file))
    }
}

/// The folders that files of a project may be in, and the one that the description is in.
struct Project {
    home: PathBuf,
    roots: Vec<PathBuf>,
}

impl Project {
    /// The current folder or the repository around it, the folder of the description, and the one around that, where
    /// sources are if it is a folder for a build.
    fn around(file: &Path) -> Project {
        let here = std::env::current_dir().unwrap_or_default();
        let home = here.join(file).parent().unwrap_or(Path::new("/")).to_owned();
        let plain = absolute(&home);
        let above = plain.parent().filter(|above| above.parent().is_some()).map(Path::to_owned);
        let repository = here.ancestors().find(|folder| folder.join(".git").exists());
        let roots = [Some(repository.unwrap_or(&here).to_owned()), Some(plain), above];
        Project { home, roots: roots.into_iter().flatten().collect() }
    }

    /// The file of an entry, and how it is compiled. The error names the file, if it has one.
    fn entry(&self, entry: &Value) -> Result<(PathBuf, Compiled), (Option<String>, String)> {
        let fields = entry.as_object().ok_or((None, "it is not an object".to_owned()))?;
        let file = text(fields, "file").map_err(|reason| (None, reason))?;
        let file = file.ok_or((None, "it names no file".to_owned()))?;
        let named = |reason: String| (Some(soundline_isolate::printable(file.as_bytes())), reason);
        let folder = text(fields, "directory").map_err(named)?;
        let folder = self.home.join(folder.unwrap_or("."));
        let place = folder.join(file);
        let name = shown(&place);
        let named = |reason: String| {
            (Some(soundline_isolate::printable(name.to_string_lossy().as_bytes())), reason)
        };
        let words = command(fields).map_err(named)?;
        // What is not C need not be there.
        let words = words::expand(words, &folder).map_err(named)?;
        let compiled = flags::understand(&words, &folder, file).map_err(named)?;
        let inside = |root: &PathBuf| absolute(&place).starts_with(root);
        if !self.roots.iter().any(inside) {
            return Err(named(
                "it is outside of the project; give it as FILE if it is meant".to_owned(),
            ));
        }
        match fs::metadata(&place) {
            Ok(data) if data.is_file() => Ok((name, compiled)),
            Ok(_) => Err(named("it is not a file".to_owned())),
            Err(_) if !folder.is_dir() => {
                Err(named(format!("there is no folder {}", shown(&folder).display())))
            }
            Err(_) => Err(named("there is no such file".to_owned())),
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::env::current_dir().unwrap_or_default().join(shown(path))
}

fn text<'e>(fields: &'e Map<String, Value>, name: &str) -> Result<Option<&'e str>, String> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("its `{name}` is not a text")),
    }
}

/// The words of the command, in either form.
fn command(fields: &Map<String, Value>) -> Result<Vec<String>, String> {
    if let Some(arguments) = fields.get("arguments") {
        let word = |word: &Value| word.as_str().map(str::to_owned);
        let words = arguments.as_array().and_then(|words| words.iter().map(word).collect());
        return words.ok_or_else(|| "its `arguments` are not a list of texts".to_owned());
    }
    let command = text(fields, "command")?;
    words::split(command.ok_or("it has neither `arguments` nor `command`")?)
}

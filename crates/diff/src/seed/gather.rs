//! From what a user names to seeds: files, folders and task files, and what was skipped.

use super::{Seed, Task};
use soundline_c::{Clang, DataModel};
use soundline_isolate::Stop;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Where a seed comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is called.
    pub name: String,
    /// The C file.
    pub path: PathBuf,
    /// Its data model: that of the task, or else the default.
    pub model: DataModel,
    /// More arguments for the preprocessor.
    pub arguments: Vec<String>,
}

/// Something that is no seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// The sources that were found, and what was skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// In the order of the arguments, folders sorted by name.
    pub sources: Vec<Source>,
    /// What is no source.
    pub skipped: Vec<Skip>,
}

/// Collects C files (`.c`, `.i`), task files (`.yml`) and folders of these. In a folder, a C file that
/// has a task, or whose preprocessed form has one, is taken once: as the task says.
pub fn gather(paths: &[PathBuf], model: DataModel) -> Gathered {
    let mut gathered = Gathered::default();
    paths.iter().for_each(|path| gathered.add(path, model));
    gathered
}

impl Gathered {
    /// Reads all sources one after the other; those that are no seeds are added to what was skipped.
    pub fn seeds<'g>(&'g mut self, clang: &'g Clang) -> impl Iterator<Item = Seed> + 'g {
        self.seeds_until(clang, Stop::default())
    }

    /// The same, until nobody wants them any more.
    pub(super) fn seeds_until<'g>(
        &'g mut self,
        clang: &'g Clang,
        stop: Stop,
    ) -> impl Iterator<Item = Seed> + 'g {
        let skipped = &mut self.skipped;
        let asked = stop.clone();
        let sources = self.sources.iter().take_while(move |_| !asked.is_asked_for());
        sources.filter_map(move |source| match Seed::read_until(clang, source, &stop) {
            Ok(seed) => Some(seed),
            Err(error) => {
                skipped.push(Skip { path: source.path.clone(), reason: error.to_string() });
                None
            }
        })
    }

    fn add(&mut self, path: &Path, model: DataModel) {
        match (path.is_dir(), ending(path)) {
            (true, _) => self.add_folder(path, model),
            (_, "yml" | "yaml") => self.add_task(path),
            (_, "c" | "i") => self.add_file(path, model),
            _ => self.skip(path, "it is neither a C file nor a task file nor a folder"),
        }
    }

    fn add_folder(&mut self, folder: &Path, model: DataModel) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.skip(folder, &error.to_string()),
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        // Stems of files that tasks speak for: a.yml names a.i, made from a.c.
        let before = self.sources.len();
        paths.iter().filter(|p| matches!(ending(p), "yml" | "yaml")).for_each(|p| self.add_task(p));
        let spoken_for: BTreeSet<PathBuf> =
            self.sources[before..].iter().map(|source| source.path.with_extension("")).collect();
        for path in &paths {
            match ending(path) {
                "c" | "i" if !spoken_for.contains(&path.with_extension("")) => {
                    self.add_file(path, model);
                }
                _ if path.is_dir() => self.add_folder(path, model),
                _ => {}
            }
        }
    }

    fn add_task(&mut self, path: &Path) {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return self.skip(path, &error.to_string()),
        };
        match Task::parse(&text, path.parent().unwrap_or(Path::new(""))) {
            Ok(task) => self.add_file(&task.input, task.model),
            Err(error) => self.skip(path, &error.to_string()),
        }
    }

    fn add_file(&mut self, path: &Path, model: DataModel) {
        let known = self.sources.iter().any(|source| source.path == path && source.model == model);
        if !known {
            let (name, path) = (path.display().to_string(), path.to_owned());
            self.sources.push(Source { name, path, model, arguments: Vec::new() });
        }
    }

    fn skip(&mut self, path: &Path, reason: &str) {
        self.skipped.push(Skip { path: path.to_owned(), reason: reason.to_owned() });
    }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_sorted_and_tasks_come_first() {
        let folder = tempfile::tempdir().expect("there is room for files");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("inner")).expect("the folder is new");
        for name in ["b.c", "a.c", "a.i", "notes.txt", "inner/z.i"] {
            fs::write(path(name), "int main(void) { return 0; }").expect("it can be written");
        }
        let task = "format_version: '2.0'\ninput_files: a.i\noptions:\n  data_model: LP64\n";
        fs::write(path("a.yml"), task).expect("it can be written");
        fs::write(path("bad.yml"), "format_version: '7'\n").expect("it can be written");
        let gathered = gather(&[folder.path().to_owned(), path("gone")], DataModel::Ilp32);
        let found: Vec<(PathBuf, DataModel)> =
            gathered.sources.into_iter().map(|source| (source.path, source.model)).collect();
        let expected = [
            (path("a.i"), DataModel::Lp64),
            (path("b.c"), DataModel::Ilp32),
            (path("inner/z.i"), DataModel::Ilp32),
        ];
        assert_eq!(found, expected);
        let skipped: Vec<PathBuf> = gathered.skipped.into_iter().map(|skip| skip.path).collect();
        assert_eq!(skipped, [path("bad.yml"), path("gone")]);
    }
}

//! From what a user names to seeds: files, folders and task files, and what was skipped.

use super::{Seed, Task};
use crate::Kinds;
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
    /// The files that are sources, with the widths of their data models, wherever links lead.
    known: BTreeSet<(PathBuf, u32)>,
    /// The programs of tasks, without endings: a.yml names a.i, made from a.c.
    spoken_for: BTreeSet<PathBuf>,
}

/// How deep folders are looked into. SV-COMP's have two levels.
const DEPTH: usize = 32;

/// Collects C files (`.c`, `.i`), task files (`.yml`) and folders of these. In a folder, a C file that
/// has a task, or whose preprocessed form has one, is taken once: as the task says. Of `a.c` and `a.i` without a task, `a.i` is taken.
///
/// A task may name a program anywhere in the folder that was given, or beside itself if it was given alone, and nowhere else.
/// Links to folders are not followed, so that no folder is looked into twice.
pub fn gather(paths: &[PathBuf], model: DataModel) -> Gathered {
    let mut gathered = Gathered::default();
    paths.iter().for_each(|path| gathered.add(path, model));
    gathered
}

impl Gathered {
    /// Reads all sources one after the other; those that are no seeds are added to what was skipped.
    pub fn seeds<'g>(&'g mut self, clang: &'g Clang) -> impl Iterator<Item = Seed> + 'g {
        self.seeds_until(clang, Kinds::default(), Stop::default())
    }

    /// The same, for some kinds of checks.
    pub fn seeds_for<'g>(
        &'g mut self,
        clang: &'g Clang,
        kinds: &Kinds,
    ) -> impl Iterator<Item = Seed> + 'g {
        self.seeds_until(clang, kinds.clone(), Stop::default())
    }

    /// The same, until nobody wants them any more.
    pub(super) fn seeds_until<'g>(
        &'g mut self,
        clang: &'g Clang,
        kinds: Kinds,
        stop: Stop,
    ) -> impl Iterator<Item = Seed> + 'g {
        let skipped = &mut self.skipped;
        let asked = stop.clone();
        let sources = self.sources.iter().take_while(move |_| !asked.is_asked_for());
        sources.filter_map(move |source| match Seed::read_until(clang, source, &kinds, &stop) {
            Ok(seed) => Some(seed),
            Err(error) => {
                skipped.push(Skip { path: source.path.clone(), reason: error.to_string() });
                None
            }
        })
    }

    fn add(&mut self, path: &Path, model: DataModel) {
        match (path.is_dir(), ending(path)) {
            (true, _) => self.add_folder(path, path, model, DEPTH),
            (_, "yml" | "yaml") => self.add_task(path, path.parent().unwrap_or(Path::new(""))),
            (_, "c" | "i") => self.add_file(path, model),
            _ => self.skip(path, "it is neither a C file nor a task file nor a folder"),
        }
    }

    /// A folder below `root`, which the user named.
    fn add_folder(&mut self, folder: &Path, root: &Path, model: DataModel, depth: usize) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.skip(folder, &error.to_string()),
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let tasks = paths.iter().filter(|p| matches!(ending(p), "yml" | "yaml") && !p.is_dir());
        tasks.for_each(|task| self.add_task(task, root));
        for path in &paths {
            match ending(path) {
                _ if path.is_dir() && path.is_symlink() => {
                    self.skip(path, "it is a link to a folder, which is not followed");
                }
                _ if path.is_dir() && depth == 0 => self.skip(path, "folders are nested too deep"),
                _ if path.is_dir() => self.add_folder(path, root, model, depth - 1),
                "c" if paths.contains(&path.with_extension("i")) => {}
                "c" | "i" if !self.spoken_for.contains(&real(path).with_extension("")) => {
                    self.add_file(path, model);
                }
                _ => {}
            }
        }
    }

    fn add_task(&mut self, path: &Path, root: &Path) {
        match Task::read(path, root) {
            Ok(task) => {
                self.spoken_for.insert(real(&task.input).with_extension(""));
                self.add_file(&task.input, task.model);
            }
            Err(error) => self.skip(path, &error.to_string()),
        }
    }

    fn add_file(&mut self, path: &Path, model: DataModel) {
        if self.known.insert((real(path), model.pointer_bits())) {
            let (name, path) = (path.display().to_string(), path.to_owned());
            self.sources.push(Source { name, path, model, arguments: Vec::new() });
        }
    }

    fn skip(&mut self, path: &Path, reason: &str) {
        self.skipped.push(Skip { path: path.to_owned(), reason: reason.to_owned() });
    }
}

/// Where a path leads.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
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
        for name in ["b.c", "a.c", "a.i", "notes.txt", "inner/z.c", "inner/z.i"] {
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

    /// Each hostile task is a sentence, and the good one beside them is found.
    #[test]
    fn hostile_tasks_are_skipped() {
        let outer = tempfile::tempdir().expect("there is room for files");
        let root = outer.path().join("c");
        let path = |name: &str| root.join(name);
        fs::create_dir_all(path("loops")).expect("the folder is new");
        fs::create_dir_all(path("folder.i")).expect("the folder is new");
        fs::create_dir_all(path("folder.yml")).expect("the folder is new");
        let program = "int main(void) { return 0; }";
        fs::write(outer.path().join("secret.c"), program).expect("it can be written");
        fs::write(path("loops/good.c"), program).expect("it can be written");
        fs::write(path("binary.yml"), [0xff, 0xfe, 0]).expect("it can be written");
        std::os::unix::fs::symlink(&root, path("loops/again")).expect("it is new");
        std::os::unix::fs::symlink(outer.path().join("secret.c"), path("link.c"))
            .expect("it is new");
        let task = |name: &str, input: &str| {
            let text = format!("format_version: '2.0'\ninput_files: '{input}'\n");
            fs::write(path(name), text).expect("it can be written");
        };
        // Elsewhere in the folder is fine: SV-COMP's tasks do that.
        task("good.yml", "loops/good.c");
        task("loops/up.yml", "../loops/good.c");
        task("outside.yml", "../secret.c");
        task("absolute.yml", &outer.path().join("secret.c").display().to_string());
        task("missing.yml", "none.c");
        task("itself.yml", "itself.yml");
        task("is-folder.yml", "folder.i");
        task("linked.yml", "link.c");
        task("device.yml", "/dev/zero");
        let gathered = gather(std::slice::from_ref(&root), DataModel::Ilp32);
        let found: Vec<&Path> =
            gathered.sources.iter().map(|source| source.path.as_path()).collect();
        let canonical: Vec<PathBuf> =
            found.iter().map(|path| path.canonicalize().expect("it is there")).collect();
        let good = path("loops/good.c").canonicalize().expect("it is there");
        assert!(canonical.contains(&good), "{found:?}");
        let mut reasons: Vec<(String, String)> = gathered
            .skipped
            .iter()
            .map(|skip| {
                let name = skip.path.file_name().expect("it has a name").to_string_lossy();
                (name.into_owned(), skip.reason.clone())
            })
            .collect();
        reasons.sort();
        let names: Vec<&str> = reasons.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "absolute.yml",
            "again",
            "binary.yml",
            "device.yml",
            "is-folder.yml",
            "itself.yml",
            "linked.yml",
            "missing.yml",
            "outside.yml",
        ];
        assert_eq!(names, expected, "{reasons:?}");
        let said = |name: &str, part: &str| {
            let reason = &reasons.iter().find(|(known, _)| known == name).expect("it is listed").1;
            assert!(reason.contains(part), "{name}: {reason}");
        };
        said("outside.yml", "outside of the folder");
        said("linked.yml", "outside of the folder");
        said("missing.yml", "none.c");
        said("itself.yml", "no C file");
        said("is-folder.yml", "no C file");
    }
}

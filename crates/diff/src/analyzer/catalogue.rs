//! All descriptions: those that are built in, those of the user, and BenchExec's.

use super::benchexec;
use super::description::{Description, DescriptionError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// The built-in descriptions, one file each.
const BUILT_IN: &[(&str, &str)] = &[
    ("cbmc.toml", include_str!("../../analyzers/cbmc.toml")),
    ("cbmc-6.toml", include_str!("../../analyzers/cbmc-6.toml")),
    ("goto-analyzer.toml", include_str!("../../analyzers/goto-analyzer.toml")),
    ("goto-analyzer-vsd.toml", include_str!("../../analyzers/goto-analyzer-vsd.toml")),
    ("eva.toml", include_str!("../../analyzers/eva.toml")),
    ("wp.toml", include_str!("../../analyzers/wp.toml")),
    ("clang-analyzer.toml", include_str!("../../analyzers/clang-analyzer.toml")),
    ("gcc-analyzer.toml", include_str!("../../analyzers/gcc-analyzer.toml")),
    ("cppcheck.toml", include_str!("../../analyzers/cppcheck.toml")),
    ("gcc-O2.toml", include_str!("../../analyzers/gcc-O2.toml")),
    ("clang-O2.toml", include_str!("../../analyzers/clang-O2.toml")),
    ("soundline.toml", include_str!("../../analyzers/soundline.toml")),
    ("2ls.toml", include_str!("../../analyzers/2ls.toml")),
    ("clam.toml", include_str!("../../analyzers/clam.toml")),
    ("cpachecker.toml", include_str!("../../analyzers/cpachecker.toml")),
    ("esbmc.toml", include_str!("../../analyzers/esbmc.toml")),
    ("goblint.toml", include_str!("../../analyzers/goblint.toml")),
    ("ikos.toml", include_str!("../../analyzers/ikos.toml")),
    ("infer.toml", include_str!("../../analyzers/infer.toml")),
    ("klee.toml", include_str!("../../analyzers/klee.toml")),
    ("mopsa.toml", include_str!("../../analyzers/mopsa.toml")),
    ("seahorn.toml", include_str!("../../analyzers/seahorn.toml")),
    ("smack.toml", include_str!("../../analyzers/smack.toml")),
    ("symbiotic.toml", include_str!("../../analyzers/symbiotic.toml")),
    ("uautomizer.toml", include_str!("../../analyzers/uautomizer.toml")),
];

/// Descriptions by name, in a fixed order.
#[derive(Clone, Debug)]
pub struct Catalogue {
    descriptions: Vec<Arc<Description>>,
}

/// Why there is no catalogue or selection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A file or folder of descriptions cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file is no description.
    #[error("{}: {error}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: DescriptionError,
    },
    /// A folder without descriptions.
    #[error("there is no .toml file in {}", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// No analyzer is called so.
    #[error("no analyzer is called {0}: `soundline diff analyzers` lists them")]
    NoSuchName(String),
}

impl Catalogue {
    /// What is built in.
    pub fn built_in() -> Catalogue {
        let mut catalogue = Catalogue { descriptions: Vec::new() };
        for (file, text) in BUILT_IN {
            match Description::parse(text) {
                Ok(descriptions) => catalogue.extend(descriptions),
                Err(error) => panic!("the built-in {file} is malformed: {error}"),
            }
        }
        catalogue
    }

    /// Adds the description in a file, or all in a folder. One that is called like another takes its
    /// place.
    pub fn add(&mut self, path: &Path) -> Result<(), CatalogueError> {
        let unreadable = |error| CatalogueError::Unreadable { path: path.into(), error };
        let mut files = vec![path.to_path_buf()];
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(unreadable)?;
            files = entries.flatten().map(|entry| entry.path()).collect();
            files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
            files.sort();
            if files.is_empty() {
                return Err(CatalogueError::Empty { path: path.into() });
            }
        }
        for file in files {
            let unreadable = |error| CatalogueError::Unreadable { path: file.clone(), error };
            let text = fs::read_to_string(&file).map_err(unreadable)?;
            let malformed = |error| CatalogueError::Malformed { path: file.clone(), error };
            self.extend(Description::parse(&text).map_err(malformed)?);
        }
        Ok(())
    }

    fn extend(&mut self, descriptions: Vec<Description>) {
        for description in descriptions {
            let same = |other: &Arc<Description>| other.name == description.name;
            match self.descriptions.iter().position(same) {
                Some(index) => self.descriptions[index] = Arc::new(description),
                None => self.descriptions.push(Arc::new(description)),
            }
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Arc<Description>] {
        &self.descriptions
    }

    /// Those with the given names, in which `*` stands for anything, and BenchExec's; without
    /// names all.
    pub fn select(&self, names: &[String]) -> Result<Vec<Arc<Description>>, CatalogueError> {
        if names.is_empty() {
            return Ok(self.descriptions.clone());
        }
        let mut selected: Vec<Arc<Description>> = Vec::new();
        for name in names {
            let mut found: Vec<Arc<Description>> = self.descriptions.clone();
            found.retain(|description| matches(name, &description.name));
            found.extend(benchexec::description(name).map(Arc::new));
            if found.is_empty() {
                return Err(CatalogueError::NoSuchName(name.clone()));
            }
            found.retain(|one| !selected.iter().any(|other| other.name == one.name));
            selected.extend(found);
        }
        Ok(selected)
    }
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|tail| {
            let ends = tail.char_indices().map(|(at, _)| at).chain([tail.len()]);
            ends.into_iter().any(|at| matches(rest, &tail[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit() {
        let check = |pattern: &str, name: &str, fits| {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        };
        check("eva", "eva", true);
        check("eva", "eva:precise", false);
        check("eva*", "eva:precise", true);
        check("*O2", "gcc-O2", true);
        check("*", "", true);
        check("g*a*r", "goto-analyzer", true);
        check("g*b*r", "goto-analyzer", false);
    }

    #[test]
    fn what_is_built_in_is_well_formed_and_named_once() {
        let catalogue = Catalogue::built_in();
        let mut names: Vec<&str> =
            catalogue.all().iter().map(|description| description.name.as_str()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        let tested = catalogue.all().iter().filter(|description| description.tested).count();
        assert!(tested >= 16, "{tested}");
        let complaint = catalogue.select(&["nobody".into()]).expect_err("there is none");
        assert!(complaint.to_string().contains("nobody"));
    }

    #[test]
    fn a_description_of_the_user_takes_the_place_of_another() {
        let folder = tempfile::tempdir().expect("there is room");
        let text = BUILT_IN[0].1.replacen("about = \"", "about = \"mine: ", 1);
        fs::write(folder.path().join("mine.toml"), text).expect("it can be written");
        let mut catalogue = Catalogue::built_in();
        let count = catalogue.all().len();
        catalogue.add(folder.path()).expect("it is well formed");
        assert_eq!(catalogue.all().len(), count);
        assert!(
            catalogue.select(&["cbmc".into()]).expect("it is there")[0].about.starts_with("mine")
        );
        let empty = tempfile::tempdir().expect("there is room");
        assert!(matches!(catalogue.add(empty.path()), Err(CatalogueError::Empty { .. })));
        fs::write(empty.path().join("bad.toml"), "name = 3").expect("it can be written");
        let error = catalogue.add(empty.path()).expect_err("it is malformed");
        assert!(error.to_string().contains("bad.toml"), "{error}");
    }
}

//! The files to analyze, each with how it is compiled.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use soundline_analyze::outcome::LeftOut;
use soundline_c::{Preprocess, Settings, find_files, shown};
use soundline_test::command::{Complaint, Interrupt};

use super::Arguments;
use super::build::{self, Compiled, Database};
use crate::model::data_model;

/// A compilation of a file is compared with so many others.
const COMPARED: usize = 8;

/// A file to analyze.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The file, as people name it.
    pub file: PathBuf,
    /// How it is compiled, if a description of the build says so.
    pub compiled: Option<Compiled>,
    /// What tells it apart from another compilation of the same file.
    pub variant: Option<String>,
}

/// All files to analyze.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Those that can be.
    pub inputs: Vec<Input>,
    /// Those that cannot.
    pub left_out: Vec<LeftOut>,
}

impl Input {
    /// A file about which nothing else is known.
    pub fn plain(file: PathBuf) -> Input {
        Input { file, compiled: None, variant: None }
    }

    /// How the front end reads it, and under which name.
    pub fn settings(&self, arguments: &Arguments) -> (PathBuf, Settings) {
        let usual = data_model(arguments.model);
        let Some(compiled) = &self.compiled else {
            // Macros may stand in a text without directives.
            let preprocess = match arguments.define.is_empty() {
                true => Preprocess::IfNeeded,
                false => Preprocess::Always,
            };
            let words = arguments.preprocessor(Path::new(""));
            let settings =
                Settings { model: usual, arguments: words, preprocess, ..Settings::default() };
            return (self.file.clone(), settings);
        };
        let here = std::env::current_dir().unwrap_or_default();
        let words = compiled.arguments.iter().cloned().chain(arguments.preprocessor(&here));
        let is_preprocessed = self.file.extension().is_some_and(|extension| extension == "i");
        let settings = Settings {
            model: compiled.model(usual),
            arguments: words.collect(),
            preprocess: if is_preprocessed { Preprocess::IfNeeded } else { Preprocess::Always },
            folder: Some(compiled.folder.clone()),
            dialect: compiled.dialect.clone(),
            ..Settings::default()
        };
        (compiled.spelled.clone(), settings)
    }
}

impl Inputs {
    /// The files that were asked for; all of the build without any.
    pub fn find(
        arguments: &Arguments,
        given: &[PathBuf],
        interrupt: &Interrupt,
    ) -> Result<Inputs, Complaint> {
        let Some(database) = database(arguments, given, interrupt)? else {
            if given.is_empty() {
                return Err(Complaint::new(
                    "no file is given, and there is no compile_commands.json here or in build; \
                     `soundline analyze --help` has examples",
                ));
            }
            let files = find_files(given).map_err(|error| Complaint::new(error.to_string()))?;
            let inputs = files.into_iter().map(Input::plain).collect();
            return Ok(Inputs { inputs, left_out: Vec::new() });
        };
        let mut ways: HashMap<&Path, Vec<&Compiled>> = HashMap::new();
        for (file, compiled) in &database.files {
            ways.entry(file).or_default().push(compiled);
        }
        let input = |file: &Path, compiled: &Compiled| Input {
            file: file.to_owned(),
            compiled: Some(compiled.clone()),
            variant: variant(&ways[shown(file).as_path()], compiled),
        };
        if given.is_empty() {
            let inputs = database.files.iter().map(|(file, compiled)| input(file, compiled));
            return Ok(Inputs { inputs: inputs.collect(), left_out: database.left_out.clone() });
        }
        let mut found = Inputs::default();
        for file in find_files(given).map_err(|error| Complaint::new(error.to_string()))? {
            match ways.get(shown(&file).as_path()) {
                None => found.inputs.push(Input::plain(file)),
                Some(ways) => found.inputs.extend(ways.iter().map(|way| input(&file, way))),
            }
        }
        Ok(found)
    }
}

/// The description of the build: that of a command that is run now, one that is named, or one in the usual places.
fn database(
    arguments: &Arguments,
    given: &[PathBuf],
    interrupt: &Interrupt,
) -> Result<Option<Database>, Complaint> {
    if !arguments.command.is_empty() {
        return build::record(&arguments.command, interrupt).map(Some);
    }
    match (&arguments.build, Database::find()) {
        (Some(folder), _) => Database::read(folder).map(Some),
        (None, Some(file)) if given.is_empty() => Database::read(&file).map(Some),
        // Nobody asked for it, so that nothing is said if it is of no use.
        (None, Some(file)) => Ok(Database::read(&file).ok()),
        (None, None) => Ok(None),
    }
}

/// The arguments that not all compilations of a file have, if there are several.
fn variant(ways: &[&Compiled], compiled: &Compiled) -> Option<String> {
    let others = ways.iter().filter(|other| **other != compiled).take(COMPARED);
    let others: Vec<&&Compiled> = others.collect();
    if others.is_empty() {
        return None;
    }
    let own = |word: &&String| others.iter().any(|other| !other.arguments.contains(word));
    let own: Vec<&str> = compiled.arguments.iter().filter(own).map(String::as_str).collect();
    let theirs = others.iter().flat_map(|other| &other.arguments);
    let theirs: BTreeSet<&String> =
        theirs.filter(|word| !compiled.arguments.contains(word)).collect();
    let theirs: Vec<&str> = theirs.into_iter().map(String::as_str).collect();
    Some(match (own.is_empty(), theirs.is_empty()) {
        (false, _) => format!("compiled with {}", own.join(" ")),
        (true, false) => format!("compiled without {}", theirs.join(" ")),
        (true, true) => format!("compiled in {}", shown(&compiled.folder).display()),
    })
}

//! A described analyzer that was found on this machine, with its version.

use super::command::{Filling, numbers};
use super::description::Description;
use super::kept::Kept;
use super::{benchexec, in_parallel};
use crate::Encoding;
use crate::Feature;
use regex::Regex;
use sha2::{Digest, Sha256};
use soundline_c::DataModel;
use soundline_isolate::{Call, End, Limits, Scratch, Stop, Warden, printable};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io};

/// How to run programs, and where what they need is kept.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) warden: Warden,
    /// The program whose `analyze` is Soundline's own analyzer.
    soundline: Option<PathBuf>,
    /// Programs that stay; they end before their folder goes.
    pub(super) kept: Arc<Kept>,
    /// What lasts longer than a run; it goes when nobody needs it any more.
    pub(super) state: Arc<Scratch>,
    /// The contents of programs, which many configurations share.
    digests: Arc<Mutex<HashMap<PathBuf, String>>>,
}

/// An analyzer that can be run.
#[derive(Clone, Debug)]
pub struct Analyzer {
    pub(super) description: Arc<Description>,
    pub(super) search: Search,
    /// Where its program is.
    pub program: PathBuf,
    /// Its version, as it says.
    pub version: String,
    /// What its program's file contains: not all say something else when they have changed.
    pub digest: String,
}

/// Why an analyzer cannot be run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason} (how to get it: {get})")]
pub struct Missing {
    /// The analyzer.
    pub name: String,
    /// What is missing or wrong.
    pub reason: String,
    /// How to get it.
    pub get: String,
}

impl Search {
    /// A search on this machine. `soundline` is the program with the command `analyze`.
    pub fn new(warden: Warden, soundline: Option<PathBuf>) -> io::Result<Search> {
        let (state, kept, digests) = (Arc::new(Scratch::new()?), Arc::default(), Arc::default());
        Ok(Search { warden, soundline, state, kept, digests })
    }

    /// Finds analyzers, several at a time.
    pub fn find_all(
        &self,
        descriptions: &[Arc<Description>],
        jobs: usize,
    ) -> Vec<Result<Analyzer, Missing>> {
        in_parallel(jobs, descriptions.to_vec(), |description| self.find(&description))
    }

    /// Finds an analyzer, asks for its version and prepares it.
    pub fn find(&self, description: &Arc<Description>) -> Result<Analyzer, Missing> {
        let missing = |reason: String| Missing {
            name: description.name.clone(),
            reason,
            get: description.get.clone(),
        };
        self.look(description).map_err(missing)
    }

    fn look(&self, description: &Arc<Description>) -> Result<Analyzer, String> {
        let find = &description.find;
        let names = || find.programs.join(" or ").replace("{soundline}", "soundline");
        let program = find.programs.iter().find_map(|name| self.program(name));
        let program = program.ok_or_else(|| format!("there is no {}", names()))?;
        if let Some(absent) = find.also.iter().find(|name| in_search_path(name).is_none()) {
            return Err(format!("it needs {absent}, which there is not"));
        }
        let version = match &description.benchexec {
            Some(tool) => benchexec::version(self, &program, tool)?,
            None => self.version(description, &program)?,
        };
        if let Some(since) = &find.since
            && numbers(&version) < numbers(since)
        {
            return Err(format!("version {version} is too old: {since} is needed"));
        }
        self.prepare(description, &program)?;
        let digest = self.digest(&program)?;
        let description = description.clone();
        Ok(Analyzer { description, search: self.clone(), program, version, digest })
    }

    fn program(&self, name: &str) -> Option<PathBuf> {
        match name {
            "{soundline}" => self.soundline.clone(),
            name => in_search_path(name),
        }
    }

    fn version(&self, description: &Description, program: &Path) -> Result<String, String> {
        let said = self.ask(program, &description.find.version)?;
        let pattern = Regex::new(&description.find.version_pattern);
        let pattern = pattern.expect("the description was checked");
        let shown = || format!("{} {}", program.display(), description.find.version.join(" "));
        // Groups without a name are for repetitions, of which only the last would be left.
        let found = pattern.captures(&said).map(|found| {
            let part = found.name("version").or(found.get(0));
            part.map_or("", |part| part.as_str()).to_string()
        });
        let version = found.ok_or_else(|| format!("`{}` says no version", shown()))?;
        if self.soundline.as_deref() == Some(program) {
            // It is built anew far more often than its version changes.
            return Ok(format!("{}+{}", env!("CARGO_PKG_VERSION"), self.digest(program)?));
        }
        Ok(version)
    }

    /// What the file of a program contains.
    fn digest(&self, program: &Path) -> Result<String, String> {
        let known = || self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(digest) = known().get(program) {
            return Ok(digest.clone());
        }
        let digest =
            digest_of(program).map_err(|error| format!("{}: {error}", program.display()))?;
        known().insert(program.into(), digest.clone());
        Ok(digest)
    }

    /// Runs a program for what it writes.
    fn ask(&self, program: &Path, arguments: &[String]) -> Result<String, String> {
        let call = Call {
            program: program.into(),
            arguments: arguments.iter().map(Into::into).collect(),
            folder: self.state.path().into(),
            environment: plain_environment(self.state.path()),
            ..Call::default()
        };
        let outcome = self.warden.run(&call, &for_questions(), &Stop::default());
        match outcome.end {
            End::Exited(_) => {
                let said = [outcome.stdout, outcome.stderr].concat();
                Ok(printable(&said))
            }
            end => Err(format!("{} cannot be run: {end}", program.display())),
        }
    }

    fn prepare(&self, description: &Description, program: &Path) -> Result<(), String> {
        if description.prepare.is_empty() {
            return Ok(());
        }
        let filling = Filling {
            description,
            program,
            file: "",
            model: DataModel::default(),
            state: self.state.path(),
            time: for_questions().time,
            memory: for_questions().memory,
        };
        let words = filling.words(&description.prepare, "");
        let (first, rest) = words.split_first().expect("it is not empty");
        let call = Call {
            program: first.into(),
            arguments: rest.to_vec(),
            folder: self.state.path().into(),
            environment: plain_environment(self.state.path()),
            ..Call::default()
        };
        let outcome = self.warden.run(&call, &for_questions(), &Stop::default());
        match outcome.end {
            End::Exited(0) => Ok(()),
            end => {
                let said = printable(&outcome.stderr);
                Err(format!("`{}` failed: {end} {said}", description.prepare.join(" ")))
            }
        }
    }
}

impl Analyzer {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// Its description.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// How checks are written for it.
    pub fn encoding(&self) -> Encoding {
        self.description.encoding()
    }

    /// What its manual excepts from what it promises.
    pub fn excepts(&self) -> &[Feature] {
        &self.description.contract.excepts
    }

    /// Whether its safe is a proof.
    pub fn proves(&self) -> bool {
        self.description.proves()
    }

    /// Whether its unsafe is a witness.
    pub fn under_approximates(&self) -> bool {
        self.description.under_approximates
    }
}

/// Time and memory for questions such as that for a version.
pub(super) fn for_questions() -> Limits {
    Limits { time: Duration::from_secs(20), memory: 2 << 30, ..Limits::default() }
}

/// Messages in English, temporary files where they are cleaned up, and the folder by the name that
/// some programs trust more than the kernel.
pub(super) fn plain_environment(folder: &Path) -> Vec<(String, std::ffi::OsString)> {
    let set = [("LC_ALL", "C.UTF-8".into()), ("TMPDIR", folder.into()), ("PWD", folder.into())];
    set.map(|(name, value)| (name.to_string(), value)).to_vec()
}

/// The beginning of the SHA-256 of a file.
fn digest_of(file: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut fs::File::open(file)?, &mut HashWriter(&mut hash))?;
    Ok(hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect())
}

struct HashWriter<'a>(&'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where a program is: a path stays, a name is looked for.
pub(crate) fn in_search_path(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|file| is_program(file));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

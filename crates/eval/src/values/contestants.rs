//! The value domains that take part: built from their adapters where their packages are, ours always.

use soundline_isolate::{End, Limits, Stop, gather, printable};
use soundline_targets::values::OWN;
use soundline_test::command::Complaint;
use soundline_values::Subject;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The versions of LLVM for which the adapters are made.
const LLVM: [&str; 4] = ["14", "15", "16", "19"];

/// Domains that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// LLVM's `KnownBits`.
    KnownBits,
    /// LLVM's `ConstantRange`.
    ConstantRange,
    /// Linux' tristate numbers.
    Tnum,
    /// Patterns of bits of our own.
    OwnBits,
    /// Segments of our own.
    OwnSegments,
    /// Libraries that were given.
    Given,
}

/// A domain that takes part.
pub struct Contestant {
    /// The heading of its column.
    pub name: String,
    pub family: Family,
    pub subject: Subject,
}

/// All of them.
pub struct Contestants {
    pub all: Vec<Contestant>,
    /// Why others do not take part.
    pub missing: Vec<String>,
}

impl Contestants {
    /// Libraries that somebody named.
    pub fn given(libraries: &[PathBuf]) -> Contestants {
        let contestant = |path: &PathBuf| Contestant {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            family: Family::Given,
            subject: Subject::Library(path.clone()),
        };
        Contestants { all: libraries.iter().map(contestant).collect(), missing: vec![] }
    }

    /// Ours, and those whose adapters can be built into a folder.
    pub fn build(
        adapters: &Path,
        folder: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Contestants, Complaint> {
        if !adapters.join("llvm/build.sh").is_file() {
            return Err(Complaint::new(format!(
                "there are no adapters in {}: run this in the source tree of Soundline, or name it with \
                 --adapters, or compare libraries with --lib",
                adapters.display()
            )));
        }
        let mut built = Contestants { all: vec![], missing: vec![] };
        for version in LLVM {
            if stop() {
                break;
            }
            let script = adapters.join("llvm/build.sh");
            let pair =
                [("known_bits", Family::KnownBits), ("constant_range", Family::ConstantRange)];
            match script_runs(&script, &[version.as_ref(), folder.as_os_str()]) {
                Err(why) => built.missing.push(why),
                Ok(()) => built.all.extend(pair.map(|(source, family)| Contestant {
                    name: format!("LLVM {version}"),
                    family,
                    subject: Subject::Library(folder.join(format!("llvm-{version}-{source}.so"))),
                })),
            }
        }
        match script_runs(&adapters.join("linux/build.sh"), &[folder.as_os_str()]) {
            Err(why) => built.missing.push(why),
            Ok(()) => built.all.push(Contestant {
                name: "Linux tnum".into(),
                family: Family::Tnum,
                subject: Subject::Library(folder.join("linux-tnum.so")),
            }),
        }
        built.all.extend(OWN.map(|name| Contestant {
            name: format!("our {name}"),
            family: if name == "wrapped" { Family::OwnSegments } else { Family::OwnBits },
            subject: Subject::Own(name.into()),
        }));
        Ok(built)
    }
}

/// Run a script that builds an adapter, or say why that does not work.
fn script_runs(script: &Path, arguments: &[&std::ffi::OsStr]) -> Result<(), String> {
    let mut command = Command::new("sh");
    command.arg(script).args(arguments);
    let outcome = gather(command, &Limits::default(), &Stop::default());
    if outcome.end == End::Exited(0) {
        return Ok(());
    }
    let said = [&outcome.stdout, &outcome.stderr].map(|said| printable(said));
    let last = said.iter().filter_map(|said| said.trim().lines().last()).next();
    Err(match (&outcome.end, last) {
        (End::Exited(2), Some(last)) => last.to_string(),
        (end, last) => {
            format!("{} does not work ({end}): {}", script.display(), last.unwrap_or("no output"))
        }
    })
}

//! From a program to something that can be run.

use soundline_c::DataModel;
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

const RUNTIME: &str = concat!(include_str!("inputs.c"), include_str!("runtime.c"));

/// What watches a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sanitizers {
    /// gcc's address and undefined behaviour sanitizers; the first complaint ends the run.
    #[default]
    AddressAndUndefined,
    /// None.
    Off,
}

/// A compiled program in a folder of its own, which goes with it.
#[derive(Debug)]
pub struct Executable {
    pub(super) folder: TempDir,
    pub(super) binary: PathBuf,
    pub(super) sanitizers: Sanitizers,
}

/// Why there is nothing to run.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No compiler.
    #[error("gcc cannot be started ({0}): concrete runs need it")]
    NoCompiler(#[source] io::Error),
    /// The compiler or linker refused.
    #[error("gcc refused the program: {0}")]
    Refused(String),
    /// No room for files.
    #[error("no temporary files: {0}")]
    Files(#[from] io::Error),
}

impl Executable {
    /// Compiles a preprocessed program and links it with inputs, limits and a record.
    pub fn build(
        text: &[u8],
        model: DataModel,
        sanitizers: Sanitizers,
    ) -> Result<Executable, BuildError> {
        let folder = TempDir::new()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("program.c"), text)?;
        fs::write(path("runtime.c"), RUNTIME)?;
        let watched: &[&str] = match sanitizers {
            Sanitizers::AddressAndUndefined => {
                &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
            }
            Sanitizers::Off => &[],
        };
        // The runtime is not watched: it has to work after a complaint.
        compile(folder.path(), "program", model, &[&["-g1"], watched].concat())?;
        compile(folder.path(), "runtime", model, &[])?;
        let mut link = gcc(folder.path(), model);
        link.args(watched).args(["-o", "program", "program.o", "runtime.o", "-lm"]);
        finished(link)?;
        let binary = path("program");
        Ok(Executable { folder, binary, sanitizers })
    }
}

fn compile(
    folder: &Path,
    name: &str,
    model: DataModel,
    arguments: &[&str],
) -> Result<(), BuildError> {
    let mut command = gcc(folder, model);
    command.args(["-c", "-w", "-O0", "-std=gnu11"]).args(arguments);
    // A seed is preprocessed; the runtime is not.
    let language = if name == "program" { "cpp-output" } else { "c" };
    command.args(["-x", language, &format!("{name}.c"), "-o", &format!("{name}.o")]);
    finished(command)
}

fn gcc(folder: &Path, model: DataModel) -> Command {
    let mut command = Command::new("gcc");
    command.current_dir(folder).arg(model.flag()).stdin(Stdio::null());
    command
}

fn finished(mut command: Command) -> Result<(), BuildError> {
    let output = command.output().map_err(BuildError::NoCompiler)?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let telling = |line: &&str| line.contains("error") || line.contains("undefined reference");
    let message = text.lines().find(telling).or(text.lines().next()).unwrap_or("no reason given");
    Err(BuildError::Refused(message.to_owned()))
}

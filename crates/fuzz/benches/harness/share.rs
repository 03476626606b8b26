//! The share of CPU time inside the library under test, by sampling with `perf`.
//!
//! A sample counts as the library's when one of the library's objects, or of those that only it
//! needs, is on the stack: then what libc allocates and frees for the library is the library's too,
//! and what it allocates for us is ours. Setting coefficients is among it; every program must do it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Objects of the library and those that nobody else needs.
const OBJECTS: [&str; 6] = ["libapron.", "liboct", "libpolka", "libgmp.", "libmpfr.", "libm."];

const FEWEST_SAMPLES: usize = 200;

/// The share for a command that does nothing but its loop.
pub fn in_library(command: &Command) -> Result<f64, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let data = folder.path().join("perf.data");
    let mut record = Command::new("perf");
    record.args(["record", "--quiet", "-e", "cpu-clock", "-F", "997", "--call-graph"]);
    record.args(["dwarf,8192", "-o"]).arg(&data).arg(command.get_program());
    output_of(record.args(command.get_args()))?;
    let mut script = Command::new("perf");
    script.args(["script", "--no-inline", "-F", "ip,dso", "-i"]).arg(&data);
    share_of(&output_of(&mut script)?)
}

fn output_of(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} fails: {}", words.trim().lines().next().unwrap_or("it says nothing")))
}

/// Samples are paragraphs; each line is a frame and ends with its object in parentheses.
fn share_of(script: &str) -> Result<f64, String> {
    let stacks = script.split("\n\n").filter(|stack| !stack.trim().is_empty());
    let inside: Vec<bool> = stacks.map(|stack| stack.lines().any(is_in_library)).collect();
    if inside.len() < FEWEST_SAMPLES {
        return Err(format!("perf took only {} samples", inside.len()));
    }
    Ok(inside.iter().filter(|inside| **inside).count() as f64 / inside.len() as f64)
}

fn is_in_library(frame: &str) -> bool {
    let object = frame.rsplit_once('(').map_or("", |(_, object)| object.trim_end_matches(')'));
    let name = Path::new(object).file_name().and_then(OsStr::to_str).unwrap_or_default();
    OBJECTS.iter().any(|prefix| name.starts_with(prefix))
}

//! What has changed since a revision, by git.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use soundline_c::shown;
use soundline_isolate::{End, Limits, Stop, gather, printable};
use soundline_test::command::Complaint;

/// The files that differ from a revision, and those that git does not know.
pub fn since(revision: &str) -> Result<Vec<PathBuf>, Complaint> {
    if revision.is_empty() || revision.starts_with('-') {
        return Err(Complaint::new(format!("`{revision}` is not a revision")));
    }
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(OsStr::from_bytes(top.trim_ascii_end()));
    let plain = ["--no-ext-diff", "--no-textconv", "--no-renames"];
    let named = ["diff", "--name-only", "-z"];
    let differ = git(&[&named[..], &plain, &[revision, "--"]].concat())?;
    let unknown = git(&["ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"])?;
    let names = [differ, unknown].concat();
    let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| shown(&top.join(Path::new(OsStr::from_bytes(name))))).collect())
}

fn git(words: &[&str]) -> Result<Vec<u8>, Complaint> {
    let mut command = Command::new("git");
    command.args(words);
    let outcome = gather(command, &Limits::default(), &Stop::default());
    let reason = printable(&outcome.stderr);
    match outcome.end {
        End::Exited(0) => Ok(outcome.stdout),
        End::Exited(_) => {
            let reason = reason.lines().next().unwrap_or("it failed");
            Err(Complaint::new(format!("--since: git {}: {reason}", words[0])))
        }
        end => Err(Complaint::new(format!("--since: git {}: {end}", words[0]))),
    }
}

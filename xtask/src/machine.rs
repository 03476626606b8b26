//! What this machine has, and what we may do on it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Something whose presence shows that a package is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// A program in the search path.
    Program(&'static str),
    /// A file or folder.
    File(&'static str),
}

/// Is it there?
pub fn has(probe: &Probe) -> bool {
    match probe {
        Probe::Program(name) => program(name).is_some(),
        Probe::File(path) => Path::new(path).exists(),
    }
}

/// Where a program is in the search path.
pub fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// May packages be installed here? If not, the reason.
pub fn may_install() -> Result<(), String> {
    if program("apt-get").is_none() {
        return Err("there is no apt-get here".into());
    }
    let user = Command::new("id").arg("-u").output();
    match user {
        Ok(output) if output.stdout.trim_ascii() == b"0" => Ok(()),
        _ => Err("only root may install packages".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_look_at_the_machine() {
        assert!(has(&Probe::Program("sh")));
        assert!(!has(&Probe::Program("no-such-program-anywhere")));
        assert!(has(&Probe::File("/")));
        assert!(!has(&Probe::File("/no/such/file")));
    }
}

//! Programs of a newer Debian, unpacked into a folder of their own.
//!
//! They want a newer C library than the system has. To install that one would replace the system's,
//! so the packages are only unpacked, and small scripts start the programs with the loader and the
//! libraries from there. What they start themselves, such as a compiler, is the system's again.

use crate::archive;
use crate::tree::succeed;
use soundline_needs::Programs;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const RELEASE: &str = "trixie";
const FOLDER: &str = "/usr/local/lib/soundline";
const SCRIPTS: &str = "/usr/local/bin";
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";
const LOADER: &str = "ld-linux-x86-64.so.2";

/// Unpack packages and write a script for each program.
pub fn install(name: &str, wanted: &Programs) -> Result<(), String> {
    let work = std::env::temp_dir().join(format!("soundline-prefix-{}", std::process::id()));
    let folder = Path::new(FOLDER).join(name);
    let cannot = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
    let configuration = prepare(&work).map_err(|error| cannot(&work, error))?;
    let installed = download(&configuration, &work, wanted)
        .and_then(|packages| unpack(&packages, &work.join("root")))
        .and_then(|()| {
            take(&work.join("root"), &folder, wanted).map_err(|error| cannot(&folder, error))
        });
    // What is left behind in a folder for temporary files does no harm.
    let _ = fs::remove_dir_all(&work);
    installed
}

/// A private configuration of apt that knows the newer release alone; returns its file.
fn prepare(work: &Path) -> Result<PathBuf, std::io::Error> {
    for folder in ["sources", "lists/partial", "cache/archives/partial", "root"] {
        fs::create_dir_all(work.join(folder))?;
    }
    let mirror = archive::system_mirror().map_err(std::io::Error::other)?;
    fs::write(work.join("sources/newer.sources"), archive::source(&mirror, RELEASE))?;
    let file = work.join("apt.conf");
    fs::write(&file, configuration(work))?;
    Ok(file)
}

/// Only the lists of packages are fetched, without descriptions and pictures.
fn configuration(work: &Path) -> String {
    let work = work.display();
    format!(
        "Dir::Etc::sourcelist \"/dev/null\";\n\
         Dir::Etc::sourceparts \"{work}/sources\";\n\
         Dir::Etc::preferences \"/dev/null\";\n\
         Dir::Etc::preferencesparts \"/dev/null\";\n\
         Dir::State::lists \"{work}/lists\";\n\
         Dir::Cache \"{work}/cache\";\n\
         Acquire::Languages \"none\";\n\
         Acquire::IndexTargets::deb::DEP-11::DefaultEnabled \"false\";\n\
         APT::Sandbox::User \"root\";\n"
    )
}

fn download(configuration: &Path, work: &Path, wanted: &Programs) -> Result<Vec<PathBuf>, String> {
    let apt = || {
        let mut command = Command::new("apt-get");
        command.arg("-c").arg(configuration).current_dir(work);
        command
    };
    succeed(apt().args(["update", "-q"]))?;
    succeed(apt().args(["download", "-q"]).args(wanted.packages))?;
    let entries = fs::read_dir(work).map_err(|error| error.to_string())?;
    let mut packages: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    packages.retain(|file| file.extension().is_some_and(|extension| extension == "deb"));
    if packages.len() == wanted.packages.len() { Ok(packages) } else { Err("some are gone".into()) }
}

fn unpack(packages: &[PathBuf], root: &Path) -> Result<(), String> {
    packages
        .iter()
        .try_for_each(|package| succeed(Command::new("dpkg-deb").arg("-x").arg(package).arg(root)))
}

/// Take what is needed of what was unpacked: the programs, the libraries and the loader.
fn take(root: &Path, folder: &Path, wanted: &Programs) -> Result<(), std::io::Error> {
    let (programs, libraries) = (folder.join("bin"), folder.join("lib"));
    fs::create_dir_all(&programs)?;
    fs::create_dir_all(&libraries)?;
    for entry in fs::read_dir(root.join(LIBRARIES))?.flatten() {
        // Links are followed, so that each name is a file of its own.
        if entry.path().is_file() {
            fs::copy(entry.path(), libraries.join(entry.file_name()))?;
        }
    }
    for program in wanted.programs {
        fs::copy(root.join("usr/bin").join(program), programs.join(program))?;
        let script = Path::new(SCRIPTS).join(format!("{program}{}", wanted.suffix));
        fs::write(&script, starter(folder, program))?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn starter(folder: &Path, program: &str) -> String {
    let folder = folder.display();
    format!(
        "#!/bin/sh\n\
         exec {folder}/lib/{LOADER} --library-path {folder}/lib {folder}/bin/{program} \"$@\"\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_start_programs_with_their_own_libraries() {
        let text = starter(Path::new("/opt/x"), "cbmc");
        assert_eq!(
            text,
            "#!/bin/sh\nexec /opt/x/lib/ld-linux-x86-64.so.2 --library-path /opt/x/lib \
             /opt/x/bin/cbmc \"$@\"\n"
        );
    }

    #[test]
    fn the_configuration_keeps_to_its_folder() {
        let text = configuration(Path::new("/work"));
        let folders = text.lines().filter(|line| line.starts_with("Dir::"));
        for line in folders {
            assert!(line.contains("\"/work/") || line.contains("/dev/null"), "{line}");
        }
    }
}

//! Getting projects: only when asked to.
//!
//! `apt-get source` needs lists of source packages, which few machines have. They are made in a folder of their own from the
//! machine's own lists, so that nothing of the machine is changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use soundline_isolate::{End, Limits, Stop, gather};
use soundline_test::command::{Complaint, screen};

use super::list::{Origin, Project};

/// Gets projects into a folder.
pub fn fetch(projects: Vec<&Project>, dir: &Path, stop: &Stop) -> Result<(), Complaint> {
    let failed = |error: std::io::Error| Complaint::new(format!("{}: {error}", dir.display()));
    fs::create_dir_all(dir).map_err(failed)?;
    let dir = fs::canonicalize(dir).map_err(failed)?;
    let mut packages = Vec::new();
    for project in &projects {
        match project.origin {
            Origin::Debian(name) => packages.push(name),
            Origin::Crate(name, folder) => copy(name, folder, &dir)?,
        }
    }
    if packages.is_empty() {
        return Ok(());
    }
    let options = lists(&dir).map_err(failed)?;
    let bar = screen::progress(0, "fetch");
    bar.set_message(packages.join(", "));
    apt(&options, &["update"], &dir, stop)?;
    apt(&options, &[&["source"], &packages[..]].concat(), &dir, stop)?;
    bar.finish_and_clear();
    Ok(())
}

/// Copies C files of a crate that cargo has downloaded.
fn copy(name: &str, folder: &str, dir: &Path) -> Result<(), Complaint> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registries = home.map(|home| home.join("registry/src"));
    let registries = registries.iter().flat_map(fs::read_dir).flatten().flatten();
    let crates = registries.filter_map(|registry| fs::read_dir(registry.path()).ok());
    let found = crates.flatten().flatten().map(|entry| entry.path()).filter(|path| {
        let own = path.file_name().and_then(|own| own.to_str());
        own.is_some_and(|own| own.starts_with(&format!("{name}-")))
    });
    let Some(newest) = found.max() else {
        return Err(Complaint::new(format!(
            "cargo has not downloaded {name}: run `cargo fetch` in the sources of Soundline"
        )));
    };
    let to = dir.join(newest.file_name().expect("it was found by its name"));
    let failed = |error: std::io::Error| Complaint::new(format!("{}: {error}", to.display()));
    fs::create_dir_all(&to).map_err(failed)?;
    for entry in fs::read_dir(newest.join(folder)).map_err(failed)?.flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).map_err(failed)?;
        }
    }
    Ok(())
}

/// Makes lists of source packages from the machine's lists of Debian; the options of apt that use them.
fn lists(dir: &Path) -> std::io::Result<Vec<String>> {
    let home = dir.join(".apt");
    for folder in ["sources", "lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(home.join(folder))?;
    }
    let parts = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = parts.map(|entry| entry.path()).collect();
    files.push(PathBuf::from("/etc/apt/sources.list"));
    for (number, file) in files.iter().enumerate() {
        let Ok(text) = fs::read_to_string(file) else { continue };
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or("list");
        let text = match extension {
            "sources" => source_paragraphs(&text),
            "list" => source_lines(&text),
            _ => continue,
        };
        fs::write(home.join(format!("sources/{number}.{extension}")), text)?;
    }
    let home = home.display();
    Ok(vec![
        "-oDir::Etc::SourceList=/dev/null".to_owned(),
        format!("-oDir::Etc::SourceParts={home}/sources"),
        format!("-oDir::State::Lists={home}/lists"),
        format!("-oDir::Cache={home}/cache"),
        "-oAPT::Sandbox::User=root".to_owned(),
    ])
}

/// The paragraphs about Debian itself, for sources. Others may have none.
fn source_paragraphs(text: &str) -> String {
    let own = text.split("\n\n").filter(|paragraph| paragraph.contains("debian-archive"));
    let line = |line: &str| match line.strip_prefix("Types:") {
        Some(_) => "Types: deb-src\n".to_owned(),
        None => format!("{line}\n"),
    };
    own.map(|paragraph| paragraph.lines().map(line).collect::<String>() + "\n").collect()
}

/// The same for lists of the older form.
fn source_lines(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("deb "));
    lines.map(|rest| format!("deb-src {rest}\n")).collect()
}

fn apt(options: &[String], words: &[&str], dir: &Path, stop: &Stop) -> Result<(), Complaint> {
    let mut command = Command::new("apt-get");
    command.args(options).args(["-q", "-y"]).args(words).current_dir(dir);
    let limits = Limits { time: Duration::from_secs(1800), ..Limits::default() };
    let outcome = gather(command, &limits, stop);
    if outcome.end == End::Exited(0) {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&outcome.stderr).into_owned();
    let last = told.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("");
    Err(Complaint::new(format!("`apt-get {}` failed: {} {last}", words.join(" "), outcome.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_sources_are_made_of_those_of_programs() {
        let text = "Types: deb\nURIs: http://m/debian\nSigned-By: /k/debian-archive-keyring.gpg\n\nTypes: deb\nURIs: http://x\n";
        assert_eq!(
            source_paragraphs(text),
            "Types: deb-src\nURIs: http://m/debian\nSigned-By: /k/debian-archive-keyring.gpg\n\n"
        );
        let text = "# deb no\ndeb [a=b] http://m/debian stable main\ndeb-src http://m x\n";
        assert_eq!(source_lines(text), "deb-src [a=b] http://m/debian stable main\n");
    }
}

//! What sources start and look for on the machine, against the list that setup installs.
//!
//! A program that a test starts and nobody installs works only where somebody has installed it by hand.

use crate::members::Member;
use crate::sources;
use soundline_needs::PACKAGES;
use std::fs;

/// What the README asks for, and what every Debian has (its essential packages).
const GIVEN: &[&str] =
    &["cc", "gcc", "cargo", "rustc", "git", "sh", "cat", "timeout", "unshare", "apt-get"];

/// Programs that only benchmarks start, which say so where they are missing.
const BENCHMARKS: &[&str] = &["perf"];

/// Every program and file that is used and not installed, in words.
pub fn faults(members: &[Member]) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for member in members.iter().filter(|member| member.name.starts_with("soundline")) {
        for file in sources::files(&member.folder)? {
            let path = file.strip_prefix(&member.folder).unwrap_or(&file).display().to_string();
            let text = fs::read_to_string(&file).map_err(|error| format!("{path}: {error}"))?;
            let of_file = faults_of(&text, path.starts_with("benches"));
            faults.extend(of_file.iter().map(|fault| format!("{}: {path} {fault}", member.name)));
        }
    }
    Ok(faults)
}

fn faults_of(text: &str, benchmark: bool) -> Vec<String> {
    let mut faults = Vec::new();
    for (before, string) in sources::strings(text) {
        let started = before.ends_with("Command::new(") && !string.contains(['/', '{']);
        if started && !is_installed(&string) && !(benchmark && BENCHMARKS.contains(&&*string)) {
            faults.push(format!("starts {string}, which no package of crate needs brings"));
        }
        if let Some(file) = header(&string).filter(|file| !is_file_of_a_package(file)) {
            faults.push(format!("looks for {file}, which no package of crate needs brings"));
        }
    }
    faults
}

fn is_installed(program: &str) -> bool {
    GIVEN.contains(&program) || PACKAGES.iter().any(|package| package.programs.contains(&program))
}

/// A header, or a folder of headers, beyond the C library's own.
fn header(string: &str) -> Option<&str> {
    let at = string.find("/usr/include/")?;
    let end = string[at..].find([' ', '"', '\\', '\'']).map_or(string.len(), |end| at + end);
    Some(&string[at..end])
}

fn is_file_of_a_package(file: &str) -> bool {
    let mut files = PACKAGES.iter().flat_map(|package| package.files);
    files.any(|known| known.starts_with(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::tree::Tree;

    #[test]
    fn what_nobody_installs_is_named() {
        let check = |text: &str, faults: &[&str]| assert_eq!(faults_of(text, false), faults);
        check("Command::new(\"csmith\"); Command::new(\"sh\"); Command::new(\"./x\");", &[]);
        check("// Command::new(\"klee\")", &[]);
        check("Command::new(\"klee\")", &["starts klee, which no package of crate needs brings"]);
        check("[\"-I/usr/include/csmith\"]", &[]);
        check(
            "[\"-I/usr/include/elina\"]",
            &["looks for /usr/include/elina, which no package of crate needs brings"],
        );
        assert_eq!(faults_of("Command::new(\"perf\")", true), [""; 0]);
    }

    #[test]
    fn all_that_tests_use_is_installed_by_setup() {
        let members = check::members(&Tree::of_this_workspace()).expect("cargo tells them");
        assert!(members.len() > 8);
        assert_eq!(faults(&members), Ok(vec![]));
    }
}

//! The bugs found in other projects: a folder each below `findings/`, with a report and a script that shows it again.

use crate::tree::Tree;
use std::fs;
use std::process::Command;

/// What a report tells, in this order.
const SECTIONS: [&str; 6] = ["Input", "Expected", "Happens", "Cause", "Fixed?", "Found by"];

/// Show all findings again, or those whose name contains one of the words. Bugs that do not show any more are a failure.
pub fn run(tree: &Tree, words: &[String]) -> Result<(), String> {
    let mut names = names(tree)?;
    names.retain(|name| words.is_empty() || words.iter().any(|word| name.contains(&**word)));
    if names.is_empty() {
        return Err(format!("no finding is called '{}'", words.join(" ")));
    }
    let mut gone = Vec::new();
    for name in &names {
        println!("{name}");
        let script = tree.root().join("findings").join(name).join("again.sh");
        let output = Command::new("sh")
            .arg(&script)
            .output()
            .map_err(|error| format!("sh could not be started: {error}"))?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            println!("    {line}");
        }
        match output.status.code() {
            Some(0) => println!("    -> it shows"),
            Some(2) => println!("    -> it cannot be tried here"),
            _ => {
                println!("    -> it does not show\n{}", String::from_utf8_lossy(&output.stderr));
                gone.push(name.as_str());
            }
        }
    }
    if gone.is_empty() { Ok(()) } else { Err(format!("does not show: {}", gone.join(", "))) }
}

/// Findings whose report, script or line in the list is missing, in words.
pub fn faults(tree: &Tree) -> Result<Vec<String>, String> {
    let list = fs::read_to_string(tree.root().join("docs/findings.md"));
    let list = list.map_err(|error| format!("docs/findings.md: {error}"))?;
    let mut faults = Vec::new();
    for name in names(tree)? {
        let folder = tree.root().join("findings").join(&name);
        if !list.contains(&format!("](../findings/{name}/README.md)")) {
            faults.push(format!("docs/findings.md does not list findings/{name}"));
        }
        if !folder.join("again.sh").exists() {
            faults.push(format!("findings/{name} has no again.sh"));
        }
        let report = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        for section in missing_sections(&report) {
            faults.push(format!("findings/{name}/README.md has no section '{section}'"));
        }
    }
    Ok(faults)
}

/// The sections that a report lacks.
fn missing_sections(report: &str) -> Vec<&'static str> {
    let has = |section: &str| report.lines().any(|line| line == format!("## {section}"));
    SECTIONS.into_iter().filter(|section| !has(section)).collect()
}

/// The names of all findings.
fn names(tree: &Tree) -> Result<Vec<String>, String> {
    let folder = tree.root().join("findings");
    let entries = fs::read_dir(&folder).map_err(|error| format!("findings: {error}"))?;
    let paths = entries.filter_map(|entry| entry.ok()).map(|entry| entry.path());
    let mut names: Vec<String> = paths
        .filter(|path| path.is_dir())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_string()))
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_all_sections() {
        let report = "# Title\n\n## Input\n\n## Expected\n\n## Happens\n\n## Cause\n";
        assert_eq!(missing_sections(report), ["Fixed?", "Found by"]);
    }

    #[test]
    fn every_finding_is_complete() {
        let tree = Tree::of_this_workspace();
        assert!(names(&tree).expect("there is the folder").len() >= 10);
        assert_eq!(faults(&tree), Ok(vec![]));
    }
}

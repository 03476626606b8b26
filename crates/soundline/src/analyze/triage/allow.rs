//! Findings that the user allows, for a reason: in comments beside the code, and in files.
//!
//! ```c
//! x = a[i]; /* soundline: allow index: i was checked by the caller */
//! ```
//!
//! A comment is about its own line; if nothing else is in the line, about the next one.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use soundline_analyze::Kind;
use soundline_analyze::outcome::{Accepted, Outcome};
use soundline_test::command::Complaint;

const WORDS: &str = "soundline: allow";

/// All that is allowed.
#[derive(Debug, Default)]
pub struct Allowed {
    rules: Vec<Rule>,
    /// The comments of files that were looked at.
    comments: HashMap<String, Vec<Comment>>,
}

/// A line of a file.
#[derive(Debug)]
struct Rule {
    place: String,
    kind: String,
    file: String,
    function: String,
    reason: String,
    used: bool,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comment {
    /// The line that it stands in.
    line: u32,
    /// The line that it is about.
    about: u32,
    kinds: Vec<String>,
    reason: String,
    used: bool,
}

impl Allowed {
    /// Adds the rules of a file.
    pub fn read(&mut self, file: &Path) -> Result<(), Complaint> {
        let text = fs::read_to_string(file)
            .map_err(|error| Complaint::new(format!("cannot read {}: {error}", file.display())))?;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{}:{number}", file.display());
            let rule = rule(line, &place).map_err(Complaint::new)?;
            self.rules.push(rule);
        }
        Ok(())
    }

    /// Marks the findings that are allowed.
    pub fn mark(&mut self, outcome: &mut Outcome) -> Result<(), Complaint> {
        let own = outcome.file.clone();
        if !self.comments.contains_key(&own) {
            let comments = comments(&own, &outcome.lines).map_err(Complaint::new)?;
            self.comments.insert(own.clone(), comments);
        }
        for row in outcome.checks.iter_mut().filter(|row| row.standing.is_finding()) {
            let file = row.place.header.as_ref().unwrap_or(&own);
            if !self.comments.contains_key(file) {
                let text = fs::read(file).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                // What is wrong in the comments of a header is no reason to stop: it may be somebody else's.
                self.comments.insert(file.clone(), comments(file, &lines).unwrap_or_default());
            }
            let comments = self.comments.get_mut(file).into_iter().flatten();
            let fits = |comment: &&mut Comment| {
                comment.about == row.place.line && comment.kinds.iter().any(|kind| kind == row.kind)
            };
            let mut reason = None;
            for comment in comments.filter(fits) {
                comment.used = true;
                reason = Some(comment.reason.clone());
            }
            for rule in self.rules.iter_mut().filter(|rule| {
                rule.kind == row.kind
                    && fits_pattern(&rule.file, file)
                    && fits_pattern(&rule.function, &row.function)
            }) {
                rule.used = true;
                reason.get_or_insert_with(|| rule.reason.clone());
            }
            row.accepted = reason.map(Accepted::Allowed);
        }
        Ok(())
    }

    /// Sentences about what allows nothing: in the files that were analyzed, and in rules about them.
    pub fn stale(&self, outcomes: &[Outcome]) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut files: Vec<&str> = outcomes.iter().map(|outcome| outcome.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        for file in &files {
            let comments = self.comments.get(*file).into_iter().flatten();
            for comment in comments.filter(|comment| !comment.used) {
                let (line, kinds) = (comment.line, comment.kinds.join(", "));
                sentences
                    .push(format!("{file}:{line}: there is no finding of kind {kinds} to allow"));
            }
        }
        for rule in self.rules.iter().filter(|rule| !rule.used) {
            if files.iter().any(|file| fits_pattern(&rule.file, file)) {
                let (place, kind) = (&rule.place, &rule.kind);
                sentences.push(format!("{place}: there is no finding of kind {kind} to allow"));
            }
        }
        sentences
    }
}

/// `*` fits everything, `src/*` what begins with `src/`.
fn fits_pattern(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => text.starts_with(beginning),
        None => pattern == text,
    }
}

/// Reads `index src/x.c f: reason`.
fn rule(line: &str, place: &str) -> Result<Rule, String> {
    let form = "write KIND FILE FUNCTION: reason";
    let (what, reason) =
        line.split_once(": ").ok_or(format!("{place}: no reason is given; {form}"))?;
    let reason = reason.trim();
    let [kind, file, function] = what.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(format!("{place}: `{what}` is not a rule; {form}"));
    };
    if reason.is_empty() {
        return Err(format!("{place}: no reason is given; {form}"));
    }
    let kind = known_kind(kind).map_err(|error| format!("{place}: {error}"))?;
    let [place, file, function, reason] = [place, file, function, reason].map(str::to_owned);
    Ok(Rule { place, kind, file, function, reason, used: false })
}

/// The comments in the lines of a file.
fn comments(file: &str, lines: &[String]) -> Result<Vec<Comment>, String> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(lines) {
        let Some(at) = text.find(WORDS) else { continue };
        let before = &text[..at];
        let Some(start) = before.rfind("/*").max(before.rfind("//")) else { continue };
        if !before[start + 2..].trim().is_empty() {
            continue;
        }
        let inside = &text[at + WORDS.len()..];
        let (inside, behind) = inside.split_once("*/").unwrap_or((inside, ""));
        let form = "write `soundline: allow KIND: reason`";
        let (kinds, reason) = inside.split_once(':').unwrap_or((inside, ""));
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(format!("{file}:{line}: no reason is given; {form}"));
        }
        let kinds = kinds.split(',').map(|kind| known_kind(kind.trim()));
        let kinds: Result<Vec<String>, String> = kinds.collect();
        let kinds = kinds.map_err(|error| format!("{file}:{line}: {error}"))?;
        let alone = before[..start].trim().is_empty() && behind.trim().is_empty();
        let about = if alone { line + 1 } else { line };
        found.push(Comment { line, about, kinds, reason: reason.to_owned(), used: false });
    }
    Ok(found)
}

fn known_kind(name: &str) -> Result<String, String> {
    match name {
        "assumption" | "contract" => Ok(name.to_owned()),
        _ => name.parse::<Kind>().map(|kind| kind.name().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<(u32, String, String)>, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let found = comments("x.c", &lines)?;
        Ok(found.into_iter().map(|one| (one.about, one.kinds.join(","), one.reason)).collect())
    }

    #[test]
    fn comments_are_about_their_line_or_the_next() {
        let one = |about, kinds: &str, reason: &str| Ok(vec![(about, kinds.into(), reason.into())]);
        assert_eq!(
            of("x = a[i]; /* soundline: allow index: it is: known */"),
            one(1, "index", "it is: known")
        );
        assert_eq!(
            of("  // soundline: allow index, access: known\nx = a[i];"),
            one(2, "index,access", "known")
        );
        assert_eq!(of("/* soundline: allow index: known */ x = a[i];"), one(1, "index", "known"));
        assert_eq!(of("char *s = \"soundline: allow index: x\";"), Ok(vec![]));
        assert!(
            of("/* soundline: allow index */")
                .is_err_and(|error| error.contains("x.c:1: no reason"))
        );
        assert!(of("/* soundline: allow index: */").is_err());
        assert!(of("// soundline: allow indices: x").is_err_and(|error| error.contains("indices")));
    }

    #[test]
    fn rules_have_four_parts() {
        assert!(rule("index src/* f: known", "r:1").is_ok_and(|rule| rule.reason == "known"));
        for wrong in ["index", "index x.c f", "index x.c: y", "index x.c f: ", "indices x.c f: y"] {
            assert!(rule(wrong, "r:1").is_err_and(|error| error.starts_with("r:1: ")), "{wrong}");
        }
        assert!(
            fits_pattern("src/*", "src/x.c") && fits_pattern("*", "y") && !fits_pattern("x", "xy")
        );
    }
}

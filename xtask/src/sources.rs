//! Rust sources, read as text: their files, what is code in them, and their strings.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files below a folder, without those of packages nested in it.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for path in entries.filter_map(|entry| entry.ok()).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name != "target" && !path.join("Cargo.toml").exists() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The text with every comment and string replaced by nothing but its line breaks.
pub fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = skipped_length(rest, code.chars().last());
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..length].chars().filter(|c| *c == '\n'));
            code.push(' ');
            rest = &rest[length..];
        }
    }
    code
}

/// The length of the comment, string or character that starts here; 0 when none does.
fn skipped_length(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment_length(rest)
    } else if rest.starts_with('"') {
        string_length(rest)
    } else if rest.starts_with('r') && !before.is_some_and(|c| c.is_alphanumeric() && c != 'b') {
        raw_string_length(rest)
    } else if rest.starts_with('\'') {
        character_length(rest)
    } else {
        0
    }
}

/// Block comments nest.
fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

fn raw_string_length(rest: &str) -> usize {
    let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
    if !rest[1 + hashes..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let start = 2 + hashes;
    rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len())
}

/// `'x'` or `'\n'`, but not the lifetime `'x`.
fn character_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((escaped, escaped_character))) => {
            // What is escaped may itself be a quote, so look for the end beyond it.
            let beyond = escaped + escaped_character.len_utf8();
            rest[beyond..].find('\'').map_or(0, |at| beyond + at + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

/// The plain strings of a text, outside of comments, each with the code before it on its line.
pub fn strings(text: &str) -> Vec<(String, String)> {
    let (mut strings, mut before, mut rest) = (Vec::new(), String::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = skipped_length(rest, before.chars().last());
        if length == 0 {
            if first == '\n' {
                before.clear()
            } else {
                before.push(first)
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if first == '"' && length > 1 {
            strings.push((before.trim().to_string(), rest[1..length - 1].to_string()));
        }
        before.push(' ');
        rest = &rest[length..];
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_come_with_what_stands_before_them() {
        let text = "// \"no\"\nlet a = Command::new(\"sh\").arg(\"-c\");\nlet b = '\"';\n\"x\"";
        let pair = |before: &str, string: &str| (before.to_string(), string.to_string());
        let expected = [
            pair("let a = Command::new(", "sh"),
            pair("let a = Command::new( ).arg(", "-c"),
            pair("", "x"),
        ];
        assert_eq!(strings(text), expected);
    }
}

//! Where `unsafe` may stand: in the calls of foreign libraries, and in kernels of the domains.

use crate::members::Member;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file that has `unsafe` code and must not, in words.
pub fn faults(members: &[Member]) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for member in members {
        for file in sources(&member.folder)? {
            let path = file.strip_prefix(&member.folder).unwrap_or(&file);
            if may_be_unsafe(&member.name, path) {
                continue;
            }
            let text = fs::read_to_string(&file)
                .map_err(|error| format!("{}: {error}", file.display()))?;
            if let Some(line) = first_unsafe(&text) {
                faults.push(format!(
                    "{}: {}:{line} is unsafe; only soundline-targets, soundline-isolate, the kernels \
                     of soundline-domains and the foreign calls of soundline-c may be",
                    member.name,
                    path.display()
                ));
            }
        }
    }
    Ok(faults)
}

fn may_be_unsafe(member: &str, path: &Path) -> bool {
    let in_kernels = path.iter().any(|part| part == "kernels");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match member {
        "soundline-targets" => true,
        // Shared memory, what happens between fork and exec, and a worker that has to crash.
        "soundline-isolate" => {
            matches!(&*name, "board.rs" | "confinement.rs") || path.starts_with("tests")
        }
        "soundline-domains" => in_kernels || name.contains("simd"),
        "soundline-c" => path.iter().any(|part| part == "foreign"),
        _ => false,
    }
}

/// The Rust files below a folder, without those of packages nested in it.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = Vec::new();
    for path in entries.filter_map(|entry| entry.ok()).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name != "target" && !path.join("Cargo.toml").exists() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The first line with the word `unsafe` outside of comments and strings.
fn first_unsafe(text: &str) -> Option<usize> {
    let code = blank_comments_and_strings(text);
    code.lines().position(|line| words(line).any(|word| word == "unsafe")).map(|index| index + 1)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The text with every comment and string replaced by nothing but its line breaks.
fn blank_comments_and_strings(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: Option<usize>) {
        assert_eq!(first_unsafe(text), line, "{text}");
    }

    #[test]
    fn code_counts_and_talk_does_not() {
        check("fn f() {\n    unsafe { g() }\n}", Some(2));
        check("unsafe impl Send for X {}", Some(1));
        check("// unsafe\n/* unsafe\n /* unsafe */ unsafe */ fn f() {}", None);
        check("#![deny(unsafe_op_in_unsafe_fn)]", None);
        check(r#"let s = "\"unsafe"; let t = b"unsafe";"#, None);
        check("let s = r#\"a \" unsafe\"#;\nunsafe {}", Some(2));
        check("let s = br\"unsafe\";", None);
    }

    #[test]
    fn quotes_and_lifetimes_do_not_hide_code() {
        check("let q = '\"'; unsafe {}", Some(1));
        check("let q = '\\''; unsafe { '\"' }", Some(1));
        check("fn f<'a>(x: &'a str) { unsafe {} }", Some(1));
        check("let bar = 1; \"//\"; unsafe {}", Some(1));
    }

    #[test]
    fn only_adapters_and_kernels_may() {
        let check = |member, path: &str, may| {
            assert_eq!(may_be_unsafe(member, Path::new(path)), may, "{member} {path}");
        };
        check("soundline-targets", "src/apron.rs", true);
        check("soundline-domains", "src/octagon/closure_simd.rs", true);
        check("soundline-domains", "src/kernels/min_plus.rs", true);
        check("soundline-domains", "src/octagon.rs", false);
        check("soundline-lattice", "src/simd.rs", false);
        check("soundline-isolate", "src/board.rs", true);
        check("soundline-isolate", "src/warden.rs", false);
    }
}

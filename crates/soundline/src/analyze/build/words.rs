//! The words of a command, and of the response files that it names.

use std::fs;
use std::path::Path;

/// Response files may name others, so deep.
const DEEPEST: usize = 8;
/// All response files of a command together have at most so many bytes.
const LARGEST: u64 = 4 << 20;

/// Splits a command as a shell does, without running or replacing anything.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some('\'') => break,
                        Some(letter) => word.push(letter),
                        None => return Err("a quotation mark in it has no end".to_owned()),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some('\\') => match letters.next() {
                            Some(letter @ ('"' | '\\' | '$' | '`')) => word.push(letter),
                            Some(letter) => word.extend(['\\', letter]),
                            None => return Err("a quotation mark in it has no end".to_owned()),
                        },
                        Some(letter) => word.push(letter),
                        None => return Err("a quotation mark in it has no end".to_owned()),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(letters.next()),
            letter if letter.is_whitespace() => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

/// The words with those of the response files (`@file`) in their places. As compilers have it, what names no file is a word.
pub fn expand(words: Vec<String>, folder: &Path) -> Result<Vec<String>, String> {
    let mut left = LARGEST;
    let mut expanded = Vec::new();
    insert(words, folder, 0, &mut left, &mut expanded)?;
    Ok(expanded)
}

fn insert(
    words: Vec<String>,
    folder: &Path,
    depth: usize,
    left: &mut u64,
    expanded: &mut Vec<String>,
) -> Result<(), String> {
    for word in words {
        let file = word.strip_prefix('@').map(|name| folder.join(name));
        let Some(file) = file.filter(|file| file.is_file()) else {
            expanded.push(word);
            continue;
        };
        if depth == DEEPEST {
            return Err(format!("its response files name each other more than {DEEPEST} deep"));
        }
        let size = fs::metadata(&file).map_or(u64::MAX, |data| data.len());
        *left = left.checked_sub(size).ok_or("its response files are larger than 4 MB")?;
        let text = fs::read(&file)
            .map_err(|error| format!("cannot read its response file {word}: {error}"))?;
        let text = String::from_utf8_lossy(&text);
        let inner = split(&text).map_err(|error| format!("response file {word}: {error}"))?;
        insert(inner, folder, depth + 1, left, expanded)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, expected: &[&str]) {
        assert_eq!(split(command).expect("it is a command"), expected, "{command}");
    }

    #[test]
    fn words_are_those_of_a_shell() {
        check("cc -c  x.c", &["cc", "-c", "x.c"]);
        check(
            r#"cc -DN=\"a\ b\" '-DM="c"' "-I a\"b" ''"#,
            &["cc", "-DN=\"a b\"", "-DM=\"c\"", "-I a\"b", ""],
        );
        check(r#"cc "a\nb" a$(touch x)`y`"#, &["cc", "a\\nb", "a$(touch", "x)`y`"]);
        check("", &[]);
        assert!(split("cc 'x").is_err() && split("cc \"x\\").is_err());
    }

    #[test]
    fn response_files_are_read_within_bounds() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("it can be written");
        };
        let of = |word: &str| expand(vec!["cc".into(), word.into()], folder.path());
        write("a", "-DX @b");
        write("b", "'-D Y'\n-I.");
        assert_eq!(of("@a"), Ok(["cc", "-DX", "-D Y", "-I."].map(String::from).to_vec()));
        assert_eq!(of("@none"), Ok(["cc", "@none"].map(String::from).to_vec()));
        write("circle", "@circle");
        assert!(of("@circle").is_err_and(|error| error.contains("8 deep")));
        write("many", &"@many @many ".repeat(1000));
        assert!(of("@many").is_err());
        write("large", &"-DX ".repeat(1 << 21));
        assert!(of("@large").is_err_and(|error| error.contains("4 MB")));
        write("open", "'");
        assert!(of("@open").is_err_and(|error| error.contains("@open")));
    }
}

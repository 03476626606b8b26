//! The command line of a program, split without a shell.

use std::env;
use std::fmt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    line: String,
    program: String,
    arguments: Vec<String>,
}

impl Command {
    /// Split a command line at spaces. Single and double quotes keep words together, and a
    /// backslash takes the next character as it is, other than in single quotes.
    pub fn parse(line: &str) -> Result<Command, String> {
        let mut words = split(line)?.into_iter();
        let program = words.next().ok_or("the command to execute is empty")?;
        Ok(Command { line: line.trim().to_string(), program, arguments: words.collect() })
    }

    /// The first word.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The other words.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The script that an interpreter is given, or the program, without folder and extension.
    pub fn short_name(&self) -> &str {
        let script = self.arguments.iter().find(|word| Path::new(word.as_str()).is_file());
        let path = Path::new(script.unwrap_or(&self.program));
        path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("program")
    }

    /// The file that would be executed.
    pub fn find(&self) -> Option<PathBuf> {
        if self.program.contains('/') {
            let path = PathBuf::from(&self.program);
            return is_executable(&path).then_some(path);
        }
        let folders = env::var_os("PATH")?;
        env::split_paths(&folders)
            .map(|folder| folder.join(&self.program))
            .find(|path| is_executable(path))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == character => quote = None,
            (None | Some('"'), '\\') => {
                let next = characters.next().ok_or("the command ends with a backslash")?;
                word.get_or_insert_default().push(next);
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the command has an open quote {open}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, words: &[&str]) {
        assert_eq!(split(line).expect(line), words, "{line}");
    }

    #[test]
    fn words_are_split_as_people_expect() {
        check("python3 my_domain.py", &["python3", "my_domain.py"]);
        check("  a   b ", &["a", "b"]);
        check("'a b' \"c d\"e", &["a b", "c de"]);
        check(r#"a\ b "c\"d" 'e\f'"#, &["a b", "c\"d", r"e\f"]);
        check("a '' b", &["a", "", "b"]);
        check("$HOME; rm *", &["$HOME;", "rm", "*"]);
    }

    #[test]
    fn a_faulty_command_is_named() {
        assert_eq!(Command::parse("  "), Err("the command to execute is empty".into()));
        assert_eq!(Command::parse("a 'b"), Err("the command has an open quote '".into()));
        assert_eq!(Command::parse("a \\"), Err("the command ends with a backslash".into()));
    }

    #[test]
    fn programs_are_found_in_the_path() {
        let find = |line: &str| Command::parse(line).expect(line).find();
        assert!(find("sh -c true").is_some_and(|path| path.ends_with("sh")));
        assert_eq!(find("there-is-no-such-program"), None);
        assert_eq!(find("./there/is/no/such/program"), None);
    }
}

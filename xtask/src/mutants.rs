//! Mutants: what checks others is checked by faults that are planted into it.
//!
//! Each mutant replaces one expression of a checker: it drops a violation, swaps operands, takes unknown for yes. The
//! tests that it names must fail with it, and pass without any. All mutants are built at once, into a copy of the tree, and
//! a variable of the environment switches one of them on: building takes longer than all tests together.

mod list;

use crate::tree::{Tree, shown};
use list::MUTANTS;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fault of a checker.
pub struct Mutant {
    /// What is wrong, in a few words that no other mutant has.
    pub name: &'static str,
    /// The file, from the root of the workspace.
    pub file: &'static str,
    /// Code that stands there exactly once, with an expression between « and ».
    pub place: &'static str,
    /// What stands for that expression when the mutant is on.
    pub instead: &'static str,
    /// Arguments of `cargo test` that select the tests which must notice.
    pub tests: &'static [&'static str],
}

/// The page with the table of all mutants.
const PAGE: &str = "docs/mutants.md";

/// The variable that holds the number of the mutant that is on.
const SWITCH: &str = "SOUNDLINE_MUTANT";

/// How long the tests of a mutant may take, in seconds. Some mutants make something endless.
const LONGEST: &str = "900";

/// Run all mutants, or those whose names contain one of the words; `--table` prints what the documentation holds.
pub fn run(tree: &Tree, words: &[String]) -> Result<(), String> {
    if words == ["--table"] {
        print!("{}", table());
        return Ok(());
    }
    let named = |mutant: &Mutant| words.iter().any(|word| mutant.name.contains(word));
    let wanted: Vec<(usize, &Mutant)> = MUTANTS
        .iter()
        .enumerate()
        .filter(|(_, mutant)| words.is_empty() || named(mutant))
        .collect();
    if wanted.is_empty() {
        return Err(format!("no mutant is called '{}'", words.join(" ")));
    }
    let copy = Copy::of(tree)?;
    copy.plant()?;
    let tests: BTreeSet<&[&str]> = wanted.iter().map(|(_, mutant)| mutant.tests).collect();
    for tests in tests {
        copy.passes(tests)?;
    }
    let mut survivors = Vec::new();
    for (count, (number, mutant)) in wanted.iter().enumerate() {
        let killed = !copy.cargo(mutant.tests, Some(*number))?.status.success();
        let word = if killed { "killed" } else { "SURVIVED" };
        println!("{:>3}/{} {word:<8} {}", count + 1, wanted.len(), mutant.name);
        if !killed {
            survivors.push(mutant.name);
        }
    }
    println!("mutants: {} killed, {} survived", wanted.len() - survivors.len(), survivors.len());
    match survivors.is_empty() {
        true => Ok(()),
        false => Err(format!("no test notices: {}", survivors.join("; "))),
    }
}

/// The tree with all mutants in it: what git knows or would add.
struct Copy {
    root: PathBuf,
    target: PathBuf,
    tree: PathBuf,
}

impl Copy {
    fn of(tree: &Tree) -> Result<Copy, String> {
        let folder = tree.target().join("mutants");
        let (target, copied) = (folder.join("target"), folder.join("tree"));
        let copy = Copy { root: tree.root().into(), target, tree: copied };
        let listed = output(
            Command::new("git")
                .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
                .current_dir(tree.root()),
        )?;
        let listed = String::from_utf8_lossy(&listed.stdout);
        // A file that git knows and that was deleted is not there.
        let there = |name: &&str| copy.root.join(name).exists();
        let names: BTreeSet<&str> = listed.split_terminator('\0').filter(there).collect();
        copy.forget_others(&copy.tree, &names)?;
        let mutated: BTreeSet<&str> = MUTANTS.iter().map(|mutant| mutant.file).collect();
        for name in names.difference(&mutated) {
            let content =
                fs::read(copy.root.join(name)).map_err(|error| format!("{name}: {error}"))?;
            copy.write(name, &content)?;
        }
        Ok(copy)
    }

    /// Remove what is no longer in the tree.
    fn forget_others(&self, folder: &Path, names: &BTreeSet<&str>) -> Result<(), String> {
        let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.strip_prefix(&self.tree).unwrap_or(&path).to_string_lossy();
            if path.is_dir() {
                self.forget_others(&path, names)?;
            } else if !names.contains(&*name) {
                fs::remove_file(&path).map_err(|error| format!("{name}: {error}"))?;
            }
        }
        Ok(())
    }

    /// Plant all mutants.
    fn plant(&self) -> Result<(), String> {
        let mut files: BTreeMap<&str, String> = BTreeMap::new();
        for (number, mutant) in MUTANTS.iter().enumerate() {
            let text = match files.remove(mutant.file) {
                Some(text) => text,
                None => fs::read_to_string(self.root.join(mutant.file))
                    .map_err(|error| format!("{}: {error}", mutant.file))?,
            };
            files.insert(mutant.file, planted(number, mutant, &text)?);
        }
        files.into_iter().try_for_each(|(name, text)| self.write(name, text.as_bytes()))
    }

    /// A file that is the same stays, so that it is not compiled again.
    fn write(&self, name: &str, content: &[u8]) -> Result<(), String> {
        let path = self.tree.join(name);
        if fs::read(&path).is_ok_and(|there| there == content) {
            return Ok(());
        }
        let complain = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(complain)?;
        fs::write(&path, content).map_err(complain)
    }

    /// Tests that fail without a mutant, or that there are not, prove nothing.
    fn passes(&self, tests: &[&str]) -> Result<(), String> {
        self.build(tests)?;
        let output = self.cargo(tests, None)?;
        let said = String::from_utf8_lossy(&output.stdout);
        let ran =
            said.lines().any(|line| line.starts_with("running ") && !line.contains(" 0 tests"));
        match (output.status.success(), ran) {
            (true, true) => Ok(()),
            (true, false) => Err(format!("'cargo test {}' runs no test", tests.join(" "))),
            (false, _) => {
                let complaint = String::from_utf8_lossy(&output.stderr);
                // Warnings about planted code are not worth reading.
                let complaint = complaint.find("\nerror").map_or("", |start| &complaint[start..]);
                Err(format!(
                    "'cargo test {}' fails without a mutant:\n{said}{complaint}",
                    tests.join(" ")
                ))
            }
        }
    }

    /// Building may take as long as it takes.
    fn build(&self, tests: &[&str]) -> Result<(), String> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["test", "--quiet", "--locked", "--no-run"]).args(tests);
        let built = output(command.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target))?;
        match built.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
        }
    }

    fn cargo(&self, tests: &[&str], number: Option<usize>) -> Result<Output, String> {
        let mut command = Command::new("timeout");
        command.arg(LONGEST).arg(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["test", "--quiet", "--locked"]).args(tests).current_dir(&self.tree);
        command.env("CARGO_TARGET_DIR", &self.target).env_remove(SWITCH);
        output(command.envs(number.map(|number| (SWITCH, number.to_string()))))
    }
}

fn output(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| format!("'{}': {error}", shown(command)))
}

/// The text with the fault in it, off unless the variable holds its number.
fn planted(number: usize, mutant: &Mutant, text: &str) -> Result<String, String> {
    let Mutant { name, file, place, instead, .. } = mutant;
    let marked =
        place.split_once('«').and_then(|(before, rest)| Some((before, rest.split_once('»')?)));
    let Some((before, (expression, after))) = marked else {
        return Err(format!("mutant '{name}' has no expression between « and »"));
    };
    let plain = format!("{before}{expression}{after}");
    match text.matches(&plain).count() {
        1 => {}
        0 => return Err(format!("mutant '{name}': {file} has no such code any more: {plain}")),
        count => return Err(format!("mutant '{name}': {file} has its code {count} times")),
    }
    let on = format!(
        "{{ static ON: std::sync::OnceLock<bool> = std::sync::OnceLock::new(); *ON.get_or_init(|| \
         std::env::var(\"{SWITCH}\").is_ok_and(|on| on == \"{number}\")) }}"
    );
    let both = format!("{before}(if {on} {{ {instead} }} else {{ {expression} }}){after}");
    Ok(text.replacen(&plain, &both, 1))
}

/// Mutants that cannot be planted any more, and a table in the documentation that is not theirs.
pub fn faults(tree: &Tree) -> Vec<String> {
    let read = |name: &str| fs::read_to_string(tree.root().join(name)).unwrap_or_default();
    let mut faults: Vec<String> =
        MUTANTS.iter().filter_map(|mutant| planted(0, mutant, &read(mutant.file)).err()).collect();
    if !read(PAGE).contains(&table()) {
        faults.push(format!("{PAGE} has not the table that 'cargo xtask mutants --table' prints"));
    }
    faults
}

/// The table of the documentation.
fn table() -> String {
    let mut table = "| mutant | where | tests that notice |\n|---|---|---|\n".to_string();
    for mutant in MUTANTS {
        let file = mutant.file.strip_prefix("crates/").unwrap_or(mutant.file);
        let tests = mutant.tests.join(" ").replace("-p soundline-", "");
        table += &format!("| {} | `{file}` | `{tests}` |\n", mutant.name);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUTANT: Mutant =
        Mutant { name: "m", file: "f", place: "if «a < b» {", instead: "b < a", tests: &[] };

    #[test]
    fn a_mutant_is_planted_at_one_place_and_off() {
        let text = planted(7, &MUTANT, "fn f() { if a < b { } }").expect("it is there");
        assert!(text.starts_with("fn f() { if (if {") && text.contains("on == \"7\""), "{text}");
        assert!(text.ends_with("{ b < a } else { a < b }) { } }"), "{text}");
        assert!(planted(7, &MUTANT, "if a <= b {").is_err_and(|why| why.contains("no such code")));
        let twice = "if a < b { if a < b {";
        assert!(planted(7, &MUTANT, twice).is_err_and(|why| why.contains("2 times")));
        let unmarked = Mutant { place: "a < b", ..MUTANT };
        assert!(planted(7, &unmarked, "a < b").is_err());
    }

    #[test]
    fn names_tell_mutants_apart_and_all_name_their_tests() {
        let names: BTreeSet<&str> = MUTANTS.iter().map(|mutant| mutant.name).collect();
        assert_eq!(names.len(), MUTANTS.len());
        assert!(MUTANTS.iter().all(|mutant| mutant.tests.starts_with(&["-p"])));
    }
}

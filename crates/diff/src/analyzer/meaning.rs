//! What a description must mean beyond its shape, so that mistakes are found before anything is run.

use super::command::unknown_placeholder;
use super::description::Description;
use super::rule::{Meaning, Pattern};
use regex::Regex;

impl Description {
    /// What is wrong with it although it has the shape of a description.
    pub(super) fn check_meaning(&self) -> Result<(), String> {
        let named = |name: &str| !name.is_empty() && !name.contains(|c: char| c.is_whitespace());
        if !named(&self.name) || !self.configurations.keys().all(|name| named(name)) {
            return Err("names are words without blanks".into());
        }
        if self.find.programs.is_empty() {
            return Err("`find.programs` names no program".into());
        }
        if let Err(error) = Regex::new(&self.find.version_pattern) {
            return Err(format!("`find.version_pattern`: {error}"));
        }
        if !self.encoding.check.contains("{condition}") {
            return Err("`encoding.check` does not contain {condition}".into());
        }
        if self.benchexec.is_some() {
            return Ok(());
        }
        if self.command.iter().any(|command| command.run.is_empty()) || self.command.is_empty() {
            return Err("there is no `[[command]]` with something to `run`".into());
        }
        if self.rule.is_empty() {
            return Err("there is no `[[rule]]`, so that nothing would be a verdict".into());
        }
        let words = self.command.iter().flat_map(|command| &command.run);
        if let Some(word) = words.chain(&self.prepare).find_map(|word| unknown_placeholder(word)) {
            return Err(format!("{word} in a command stands for nothing"));
        }
        self.check_rules()
    }

    fn check_rules(&self) -> Result<(), String> {
        let of_file = self.rule.iter().any(|rule| rule.file.is_some())
            || self.check.iter().any(|rule| rule.file.is_some());
        if of_file && self.writes.is_none() {
            return Err("a rule looks into a file, but `writes` names none".into());
        }
        let by_checks = self.rule.iter().any(|rule| rule.verdict == Meaning::Checks);
        if by_checks && (self.check.is_empty() || self.encoding.marker.is_none()) {
            let needs = "`[[check]]` rules and `encoding.marker`";
            return Err(format!("a rule goes by the checks, which takes {needs}"));
        }
        for rule in &self.check {
            let patterns = [&rule.stdout, &rule.stderr, &rule.file];
            let patterns: Vec<&Pattern> = patterns.into_iter().flatten().collect();
            let has_line =
                |pattern: &&Pattern| pattern.0.capture_names().flatten().any(|name| name == "line");
            let nothing = patterns.is_empty() && rule.json.is_none();
            if nothing || !patterns.iter().all(has_line) {
                return Err("a `[[check]]` rule needs a pattern with a group (?<line>...)".into());
            }
            if rule.json.is_some() && self.checks_in.is_none() {
                return Err(
                    "a `[[check]]` rule looks into JSON, but `checks_in` says not where".into()
                );
            }
        }
        Ok(())
    }

    /// Whether some rule looks into JSON.
    pub(super) fn reads_json(&self) -> bool {
        self.rule.iter().any(|rule| rule.json.is_some())
            || self.check.iter().any(|rule| rule.json.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = \"x\"\nabout = \"\"\nget = \"\"\n[find]\nprograms = [\"x\"]\n\
                        [encoding]\ncheck = \"c({condition})\"\n[[command]]\nrun = [\"{program}\"]\n\
                        [[rule]]\nverdict = \"safe\"\n";

    #[track_caller]
    fn refused(from: &str, to: &str, complaint: &str) {
        assert!(GOOD.contains(from), "{from}");
        let error = Description::parse(&GOOD.replacen(from, to, 1)).expect_err("it is wrong");
        assert!(error.to_string().contains(complaint), "{error}");
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert_eq!(Description::parse(GOOD).expect("it is right").len(), 1);
        refused("\"x\"", "\"a b\"", "without blanks");
        refused("[\"x\"]", "[]", "names no program");
        refused("{condition}", "x", "{condition}");
        refused("{program}", "{programm}", "{programm} in a command");
        refused("[\"{program}\"]", "[]", "[[command]]");
        refused("verdict", "file = 'x'\nverdict", "`writes`");
        refused("\"safe\"", "\"checks\"", "encoding.marker");
        refused("\"safe\"", "\"fine\"", "unknown variant `fine`");
        refused("verdict", "stdout = '('\nverdict", "unclosed group");
        refused("about", "abuot", "unknown field");
        refused("[[rule]]", "[[check]]\njson = {}\nverdict = \"safe\"\n[[rule]]", "`checks_in`");
    }
}

//! Reading: from what an analyzer wrote to what it says.

use super::answer::Verdict;
use super::description::Description;
use super::json;
use super::place::Places;
use super::rule::{CheckRule, Meaning, Pattern, Rule};
use serde_json::Value;
use std::collections::BTreeMap;

/// What an analyzer wrote.
pub(super) struct Output<'a> {
    pub(super) exit: i32,
    pub(super) stdout: &'a str,
    pub(super) stderr: &'a str,
    /// The file that it writes; none if it did not.
    pub(super) file: Option<&'a str>,
}

/// What it says: of the program, and of each check where it speaks of them.
pub(super) struct Reading {
    /// By the first rule that fits.
    pub(super) meaning: Option<Meaning>,
    /// By that rule, or by the checks if it says so.
    pub(super) verdict: Option<Verdict>,
    pub(super) checks: Option<Vec<Verdict>>,
}

/// Reads an output.
pub(super) fn read(description: &Description, output: &Output<'_>, places: &Places) -> Reading {
    let printed: Option<Value> =
        description.reads_json().then(|| serde_json::from_str(output.stdout).ok()).flatten();
    let fitting = description.rule.iter().find(|rule| fits(rule, output, printed.as_ref()));
    let meaning = fitting.map(|rule| rule.verdict);
    let verdict = meaning.and_then(Meaning::verdict);
    let read = match meaning {
        // A rule that says unknown, or stops, has a reason to believe nothing.
        Some(Meaning::Unknown | Meaning::Timeout | Meaning::Memory | Meaning::Error) | None => None,
        Some(_) => single_checks(description, output, printed.as_ref(), places),
    };
    let (checks, together) = read.unzip();
    let verdict = match meaning {
        // Without a single check there would be nothing that it can have proved.
        Some(Meaning::Checks) => together.filter(|_| places.count() > 0),
        _ => verdict,
    };
    Reading { meaning, verdict, checks }
}

fn fits(rule: &Rule, output: &Output<'_>, printed: Option<&Value>) -> bool {
    let Rule { stdout, stderr, file, json, exit, verdict: _ } = rule;
    let found = |pattern: &Option<Pattern>, text: Option<&str>| match (pattern, text) {
        (None, _) => true,
        (Some(pattern), Some(text)) => pattern.0.is_match(text),
        (Some(_), None) => false,
    };
    found(stdout, Some(output.stdout))
        && found(stderr, Some(output.stderr))
        && found(file, output.file)
        && json.as_ref().is_none_or(|fields| printed.is_some_and(|value| fields.fit(value)))
        && exit.as_ref().is_none_or(|codes| codes.contains(&output.exit))
}

/// What it says of each check, the worst that it says, and of all together; none if it does not speak of checks.
fn single_checks(
    description: &Description,
    output: &Output<'_>,
    printed: Option<&Value>,
    places: &Places,
) -> Option<(Vec<Verdict>, Verdict)> {
    if !description.speaks_of_checks() {
        return None;
    }
    let objects = match (&description.checks_in, printed) {
        (Some(path), Some(value)) => json::follow(value, path),
        _ => Vec::new(),
    };
    let mut said: Vec<Vec<Verdict>> = vec![Vec::new(); places.count()];
    let mut of_lines: BTreeMap<u32, Vec<Verdict>> = BTreeMap::new();
    for rule in &description.check {
        for (line, column) in mentioned(rule, output, &objects) {
            match column {
                Some(column) => {
                    places.at(line, column).into_iter().for_each(|i| said[i].push(rule.verdict));
                }
                None => of_lines.entry(line).or_default().push(rule.verdict),
            }
        }
    }
    let mut together = Verdict::Safe;
    for (line, verdicts) in of_lines {
        let checks = places.on(line);
        let alike = verdicts.len() >= checks.len() && verdicts.iter().all(|v| *v == verdicts[0]);
        if !checks.is_empty() {
            together = verdicts.iter().copied().fold(together, Verdict::and);
        }
        match checks[..] {
            [only] => said[only].extend(verdicts),
            // Which of them is meant is known only if the same is said of all.
            ref several => {
                let verdict = if alike { verdicts[0] } else { Verdict::Unknown };
                several.iter().for_each(|check| said[*check].push(verdict));
            }
        }
    }
    let silence = description.silence.unwrap_or(Verdict::Unknown);
    let worst = |said: Vec<Verdict>| said.into_iter().reduce(Verdict::and).unwrap_or(silence);
    let checks: Vec<Verdict> = said.into_iter().map(worst).collect();
    let together = checks.iter().copied().fold(together, Verdict::and);
    Some((checks, together))
}

/// The lines and columns that an output mentions.
fn mentioned(rule: &CheckRule, output: &Output<'_>, objects: &[&Value]) -> Vec<(u32, Option<u32>)> {
    let texts = [
        (&rule.stdout, Some(output.stdout)),
        (&rule.stderr, Some(output.stderr)),
        (&rule.file, output.file),
    ];
    let mut places = Vec::new();
    if let Some(fields) = &rule.json {
        let fitting = objects.iter().filter(|object| fields.fit(object));
        places.extend(fitting.filter_map(|object| json::place(object)));
    }
    for (pattern, text) in texts {
        let (Some(pattern), Some(text)) = (pattern, text) else { continue };
        for found in pattern.0.captures_iter(text) {
            let number = |name: &str| found.name(name)?.as_str().parse::<u32>().ok();
            places.extend(number("line").map(|line| (line, number("column"))));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(silence: &str, rules: &str) -> Description {
        let text = format!(
            "name = \"x\"\nabout = \"\"\nget = \"\"\nwrites = \"o\"\nsilence = \"{silence}\"\n\
             checks_in = \"files.checks\"\n\
             [find]\nprograms = [\"x\"]\n[encoding]\ncheck = \"hit({{condition}})\"\n\
             marker = \"hit(\"\n[[command]]\nrun = [\"x\"]\n{rules}"
        );
        Description::parse(&text).expect("it is right").remove(0)
    }

    fn reading(description: &Description, exit: i32, stdout: &str) -> Reading {
        let places = Places::of("hit(a); hit(b);\nhit(c);\n", 0, "hit(");
        read(description, &Output { exit, stdout, stderr: "", file: Some("row 1") }, &places)
    }

    #[test]
    fn the_first_rule_that_fits_decides() {
        let rules = "[[rule]]\nstdout = '^bad$'\nverdict = \"unsafe\"\n\
                     [[rule]]\nexit = [0, 1]\nfile = 'row'\nverdict = \"safe\"\n";
        let description = description("safe", rules);
        let check = |exit, stdout: &str, verdict| {
            assert_eq!(reading(&description, exit, stdout).verdict, verdict, "{stdout}");
        };
        check(0, "good\nbad\n", Some(Verdict::Unsafe));
        check(1, "good\nvery bad\n", Some(Verdict::Safe));
        check(2, "", None);
    }

    #[test]
    fn checks_are_taken_together() {
        use Verdict::{Definite, Safe, Unknown};
        let rules = "[[rule]]\nverdict = \"checks\"\n\
                     [[check]]\nstdout = '(?<line>\\d+):(?<column>\\d+) false'\nverdict = \"safe\"\n\
                     [[check]]\nstdout = '(?<line>\\d+) true'\nverdict = \"definite\"\n";
        let check = |silence: &str, stdout: &str, all, checks: [Verdict; 3]| {
            let reading = reading(&description(silence, rules), 0, stdout);
            assert_eq!((reading.verdict, reading.checks), (Some(all), Some(checks.to_vec())));
        };
        check("safe", "", Safe, [Safe; 3]);
        check("unknown", "", Unknown, [Unknown; 3]);
        check("unknown", "1:1 false\n1:9 false\n", Unknown, [Safe, Safe, Unknown]);
        check("unknown", "1:1 false\n1:9 false\n2:1 false\n", Safe, [Safe; 3]);
        // Some check of the line fails, and nobody knows which.
        check("safe", "1:1 false\n1 true\n", Definite, [Unknown, Unknown, Safe]);
        check("safe", "1 true\n1 true\n", Definite, [Definite, Definite, Safe]);
        check("safe", "1:1 false\n2 true\n", Definite, [Safe, Safe, Definite]);
        // What is said of other expressions is not said of checks.
        check(
            "unknown",
            "1:1 false\n1:8 false\n1:10 false\n2:2 false\n",
            Unknown,
            [Safe, Unknown, Unknown],
        );
    }

    /// However it is written: on one line, in another order, with texts that look like fields.
    #[test]
    fn json_is_read_by_its_fields() {
        use Verdict::{Safe, Unknown, Unsafe};
        let rules = "[[rule]]\njson = { stop = [\"finished\"] }\nverdict = \"checks\"\n\
                     [[rule]]\njson = { stop = [\"bound\"] }\nverdict = \"unknown\"\n\
                     [[check]]\njson = { status = [\"fails\"], header = [] }\nverdict = \"unsafe\"\n\
                     [[check]]\njson = { status = [\"holds\"], header = [] }\nverdict = \"safe\"\n";
        let description = description("unknown", rules);
        let text = |stop: &str| {
            format!(
                r#"{{"files":[{{"checks":[
                {{"text":"\"status\": \"fails\", \"line\": 1","status":"holds","column":1,"line":1}},
                {{"column":9,"line":1,"status":"fails"}},
                {{"line":2,"header":"x.h","status":"fails"}}]}}],"stop":"{stop}"}}"#
            )
        };
        let finished = reading(&description, 0, &text("finished"));
        assert_eq!(finished.verdict, Some(Unsafe));
        assert_eq!(finished.checks, Some(vec![Safe, Unsafe, Unknown]));
        assert_eq!(reading(&description, 0, &text("bound")).verdict, Some(Unknown));
        assert_eq!(reading(&description, 0, "{\"stop\": \"finished\"").verdict, None);
    }

    #[test]
    fn a_program_without_checks_is_not_proved_by_silence() {
        let rules = "[[rule]]\nverdict = \"checks\"\n\
                     [[check]]\nstdout = '(?<line>\\d+)'\nverdict = \"unsafe\"\n";
        let output = Output { exit: 0, stdout: "", stderr: "", file: None };
        let none = Places::of("int x;", 0, "hit(");
        assert_eq!(read(&description("safe", rules), &output, &none).verdict, None);
    }
}

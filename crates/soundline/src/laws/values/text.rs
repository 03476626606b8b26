//! The report on a value domain for people.

use soundline_report::grid::Grid;
use soundline_test::command::screen::{BAD, DIM, GOOD, HEAD, OPEN};
use soundline_values::{
    Checked, Example, LawsRow, OperatorRow, Outcome, Precision, Verdict, between_widths,
};
use std::fmt::Write;

/// How it is told.
pub struct How {
    /// With the time of each operator.
    pub timings: bool,
    /// With all laws, and examples at all widths.
    pub verbose: bool,
    /// The command that checks the domain.
    pub again: String,
}

/// The whole of it.
pub fn of(checked: &Checked, how: &How) -> String {
    let mut text = format!("{HEAD}{}{HEAD:#}", checked.about.name);
    if !checked.about.about.is_empty() {
        let _ = write!(text, ": {}", checked.about.about);
    }
    text.push_str("\n\n");
    let rows = operators(checked);
    for outcome in &checked.outcomes {
        if let Outcome::Laws(row) = outcome {
            laws(&mut text, row, how.verbose);
        }
    }
    if !rows.is_empty() {
        let _ = write!(text, "\n{}", table(&rows, how.timings).text());
    }
    examples(&mut text, &rows, how);
    differences(&mut text, checked);
    summary(&mut text, checked, &rows);
    text
}

fn operators(checked: &Checked) -> Vec<&OperatorRow> {
    let rows = checked.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Operator(row) => Some(row),
        Outcome::Laws(_) => None,
    });
    rows.collect()
}

/// The laws of a width in a line, and those that are violated.
fn laws(text: &mut String, row: &LawsRow, verbose: bool) {
    let count = |status: &str| row.laws.iter().filter(|law| law.status == status).count();
    let words = ["proved", "passed", "violated", "vacuous", "unknown", "exempt"];
    let counts = words.map(|word| (count(word), word));
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let elements = match row.elements {
        Some(count) => format!("{count} elements"),
        None => "sampled".into(),
    };
    let _ = writeln!(text, "laws at width {} ({elements}): {}", row.width, counts.join(", "));
    if let Some(how) = &row.ended {
        let _ = writeln!(text, "  {BAD}✗{BAD:#} they cannot be checked to the end: {how}");
    }
    for law in &row.laws {
        if law.is_finding() {
            let _ = writeln!(text, "  {BAD}✗ {}{BAD:#}  {}", law.law, law.verdict);
            let _ = writeln!(text, "      {DIM}law:{DIM:#} {}", law.statement);
            notes(text, &law.example);
        } else if verbose {
            let follows = law.follows_from.as_ref();
            let follows = follows.map_or(String::new(), |law| format!(", follows from '{law}'"));
            let _ = writeln!(text, "    {}  {}{follows}", law.law, law.verdict);
        }
    }
}

fn notes(text: &mut String, notes: &[(String, String)]) {
    for (label, value) in notes {
        let _ = writeln!(text, "      {label} = {value}");
    }
}

/// The table of operators.
pub fn table(rows: &[&OperatorRow], timings: bool) -> Grid {
    let mut columns =
        vec!["width", "elements", "results", "sound", "monotone", "optimal", "excess"];
    if timings {
        columns.push("time");
    }
    let cells = |row: &&OperatorRow| {
        let elements = row.elements.map_or("sampled".into(), |count| count.to_string());
        let (width, results) = (row.width.to_string(), row.results.to_string());
        let mut cells = match &row.ended {
            Some(_) => {
                let ended = "ends".to_string();
                vec![width, elements, results, ended, "–".into(), "–".into(), "–".into()]
            }
            None => {
                let (optimal, excess) = precision(row.precision);
                let (sound, monotone) = (verdict(row.sound), verdict(row.monotone));
                vec![width, elements, results, sound, monotone, optimal, excess]
            }
        };
        if timings {
            cells.push(format!("{:.3} s", row.seconds));
        }
        (row.title(), cells)
    };
    Grid {
        title: "operators".into(),
        corner: "operator".into(),
        columns: columns.into_iter().map(String::from).collect(),
        rows: rows.iter().map(cells).collect(),
        note: "excess: the mean of log2 of how many times more words results have than the best \
               element"
            .into(),
    }
}

/// A verdict in a word.
pub fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".into(),
        Verdict::Passed => "passed".into(),
        Verdict::Fails(count) => format!("{count} fail"),
        Verdict::Open => "–".into(),
    }
}

/// How many results are best, and how far the others are from it.
pub fn precision(precision: Option<Precision>) -> (String, String) {
    match precision.filter(|precision| precision.of > 0) {
        None => ("–".into(), "–".into()),
        Some(precision) if precision.optimal == precision.of => ("100 %".into(), "0".into()),
        Some(precision) if precision.at_least => {
            let percent = (precision.percent() * 10.0).floor() / 10.0;
            (format!("≥ {percent:.1} %"), "–".into())
        }
        Some(precision) => {
            // Rounding must not make all of them best.
            let percent = (precision.percent() * 10.0).floor() / 10.0;
            (format!("{percent:.1} %"), format!("{:.3}", precision.excess))
        }
    }
}

/// Findings first, then where results are not the best. Of each operator and property only the smallest width is told; all
/// of them with `--verbose`.
fn examples(text: &mut String, rows: &[&OperatorRow], how: &How) {
    for findings in [true, false] {
        let mut told: Vec<(&str, &str)> = Vec::new();
        for row in rows {
            for example in row.examples.iter().filter(|example| example.finding == findings) {
                let key = (&*row.operator, &*example.property);
                if how.verbose || !told.contains(&key) {
                    told.push(key);
                    one_example(text, row, example);
                    again(text, row, example, how);
                }
            }
        }
    }
}

fn one_example(text: &mut String, row: &OperatorRow, example: &Example) {
    let what = match (&*example.property, example.finding) {
        ("sound", _) => "is not sound".to_string(),
        ("ends", _) => "does not return".to_string(),
        (property, true) => format!("claims to be {property} and is not"),
        (property, false) => format!("is not {property}"),
    };
    let (style, mark) = if example.finding { (BAD, "✗ ") } else { (OPEN, "") };
    let _ = writeln!(text, "\n{style}{mark}{} at width {} {what}{style:#}", row.title(), row.width);
    notes(text, &example.notes);
}

/// The command that runs the case of a finding again; of others only if all is told.
fn again(text: &mut String, row: &OperatorRow, example: &Example, how: &How) {
    if let (true, Some(case)) = (example.finding || how.verbose, &example.case) {
        let (command, width) = (&how.again, row.width);
        let _ = writeln!(
            text,
            "      {DIM}again:{DIM:#} {command} {} --width {width} --case {case}",
            row.operator
        );
    }
}

fn differences(text: &mut String, checked: &Checked) {
    let differences = between_widths(&checked.outcomes);
    if !differences.is_empty() {
        let _ = writeln!(text, "\n{HEAD}between widths{HEAD:#}");
    }
    for difference in differences {
        let holds: Vec<String> = difference
            .holds
            .iter()
            .map(|(width, proved)| format!("{width}{}", if *proved { "" } else { " (sampled)" }))
            .collect();
        let fails: Vec<String> = difference.fails.iter().map(u32::to_string).collect();
        let _ = writeln!(
            text,
            "  {} is {} at width {}, and not at {}",
            difference.operator,
            difference.property,
            holds.join(", "),
            fails.join(", ")
        );
    }
}

fn summary(text: &mut String, checked: &Checked, rows: &[&OperatorRow]) {
    let findings: usize = rows.iter().map(|row| row.findings().count()).sum();
    let laws = checked.outcomes.iter().map(|outcome| match outcome {
        Outcome::Laws(row) => {
            let violated = row.laws.iter().filter(|law| law.is_finding()).count();
            violated + usize::from(row.ended.is_some())
        }
        Outcome::Operator(_) => 0,
    });
    let findings = findings + laws.sum::<usize>();
    let proved = rows.iter().filter(|row| row.sound == Verdict::Proved).count();
    let passed = rows.iter().filter(|row| row.sound == Verdict::Passed).count();
    let results: u64 = rows.iter().map(|row| row.results).sum();
    let style = if findings > 0 { BAD } else { GOOD };
    let plural = if findings == 1 { "" } else { "s" };
    let _ = writeln!(
        text,
        "\n{style}{findings} finding{plural}{style:#}; sound: {proved} proved, {passed} passed, of {} \
         (operator, width); {results} results",
        rows.len()
    );
    if !checked.complete {
        let _ = writeln!(text, "{OPEN}stopped early{OPEN:#}: the rest was not checked");
    }
}

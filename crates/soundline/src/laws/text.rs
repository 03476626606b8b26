//! Reports for people, in 80 columns.

use super::outcome::{Checked, Example, LawRun, Replay, Value};
use anstream::println;
use soundline_test::command::screen::{BAD, DIM, GOOD, HEAD, OPEN};

const COLUMNS: usize = 80;

/// One line for a lattice.
pub fn print_line(checked: &Checked, width: usize) {
    println!("{HEAD}{:width$}{HEAD:#}  {}", checked.name, tally(&checked.laws));
}

/// A lattice with all its laws, or with those that are violated.
pub fn print_lattice(checked: &Checked, all: bool) {
    println!("{HEAD}{}{HEAD:#}: {}", checked.name, checked.about);
    let shown: Vec<&LawRun> =
        checked.laws.iter().filter(|law| all || law.counterexample.is_some()).collect();
    let width = shown.iter().map(|law| law.law.chars().count()).max().unwrap_or(0);
    for law in shown {
        print_law(law, width);
        if let (true, Some(example)) = (law.is_cause(), &law.counterexample) {
            print_example(law, example);
        }
    }
}

fn print_law(law: &LawRun, width: usize) {
    let (style, mark) = match law.status.as_str() {
        "passed" | "proved" => (GOOD, "✓"),
        "violated" if law.is_cause() => (BAD, "✗"),
        "violated" => (DIM, "✗"),
        "vacuous" | "unknown" => (OPEN, "?"),
        _ => (DIM, "-"),
    };
    let mut verdict = law.verdict.clone();
    if let Some(cause) = &law.follows_from {
        verdict.push_str(&format!(", follows from '{cause}'"));
    }
    let indent = width + 6;
    let verdict = folded(&verdict, indent);
    println!("  {style}{mark}{style:#} {:width$}  {verdict}", law.law);
}

fn print_example(law: &LawRun, example: &Example) {
    println!("      {DIM}law:{DIM:#} {}", folded(&law.statement, 11));
    print_values(&example.values);
    for (number, further) in example.further.iter().enumerate() {
        println!("      {DIM}counterexample {}:{DIM:#}", number + 2);
        print_values(further);
    }
    for other in &example.others {
        println!("      {DIM}and in another case:{DIM:#}");
        print_values(other);
    }
    if let Some(file) = &example.file {
        // Never folded: it is there to be copied.
        println!("      {DIM}replay:{DIM:#} soundline laws --replay {}", file.display());
    }
}

fn print_values(values: &[Value]) {
    for value in values {
        println!("      {}", folded(&format!("{} = {}", value.label, value.value), 8));
    }
}

/// The text on several lines of at most 80 columns, all but the first indented.
fn folded(text: &str, indent: usize) -> String {
    let mut folded = String::new();
    let mut column = indent;
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > COLUMNS {
            folded.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if number > 0 {
            folded.push(' ');
            column += 1;
        }
        folded.push_str(word);
        column += length;
    }
    folded
}

/// What it all came to.
pub fn print_summary(all: &[Checked], complete: bool) {
    let laws = all.iter().flat_map(|checked| &checked.laws);
    let plural = if all.len() == 1 { "lattice" } else { "lattices" };
    println!("\n{HEAD}{} {plural}{HEAD:#}: {}", all.len(), tally(laws.clone()));
    let warned = laws.filter(|law| law.warning.is_some()).count();
    if warned > 0 {
        println!(
            "{OPEN}{warned} of the laws discarded more than 80 % of their cases{OPEN:#} (--verbose \
             shows which)"
        );
    }
    if !complete {
        println!("{OPEN}stopped early{OPEN:#}: the other lattices were not checked");
    }
}

/// "12 proved, 30 passed, 1 violated", with what is zero left out.
fn tally<'a>(laws: impl IntoIterator<Item = &'a LawRun>) -> String {
    const WORDS: [&str; 7] =
        ["proved", "passed", "violated", "following", "vacuous", "unknown", "exempt"];
    let mut counts = [0; WORDS.len()];
    for law in laws {
        let follows = law.follows_from.is_some();
        let word = if follows { "following" } else { law.status.as_str() };
        if let Some(place) = WORDS.iter().position(|other| *other == word) {
            counts[place] += 1;
        }
    }
    let parts = counts.iter().zip(WORDS).filter(|(count, _)| **count > 0);
    let parts: Vec<String> = parts
        .map(|(count, word)| match word {
            "violated" => format!("{BAD}{count} {word}{BAD:#}"),
            "vacuous" | "unknown" => format!("{OPEN}{count} {word}{OPEN:#}"),
            _ => format!("{count} {word}"),
        })
        .collect();
    if parts.is_empty() { "no laws chosen".into() } else { parts.join(", ") }
}

/// A stored case that was run again.
pub fn print_replay(replay: &Replay) {
    let (style, mark) = match replay.outcome.as_str() {
        "violated" => (BAD, "✗"),
        "holds" => (GOOD, "✓"),
        _ => (OPEN, "?"),
    };
    let Replay { lattice, law, statement, verdict, values, .. } = replay;
    println!("{HEAD}{lattice}{HEAD:#}: {law}: {style}{mark} {verdict}{style:#}");
    println!("      {DIM}law:{DIM:#} {}", folded(statement, 11));
    print_values(values);
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn long_lines_are_folded_between_words() {
        assert_eq!(folded("short text", 8), "short text");
        let text = vec!["word"; 20].join(" ");
        for line in folded(&text, 8).lines() {
            assert!(line.chars().count() <= 80);
        }
        assert_eq!(folded(&text, 8).split_whitespace().count(), 20);
    }
}

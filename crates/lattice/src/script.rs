//! A case whose elements are built by traces, as a text that can be read, changed and run again: one operation in a line.
//!
//! ```text
//! trace
//! p0 = arbitrary with 0 3
//! p1 = join p0 p0
//! choices 1 0
//! ```
//!
//! `with` stands in front of the choices that a generator drew in that step, and `choices` in front of those between traces.

use std::fmt;

/// What a case draws, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Choices that belong to no trace.
    Choices(Vec<u64>),
    /// An element, by a trace: its last line.
    Trace(Vec<Line>),
}

/// A step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The operation.
    pub what: String,
    /// The lines whose elements it uses.
    pub uses: Vec<usize>,
    /// What it drew by itself.
    pub choices: Vec<u64>,
}

/// In front of the choices of a line.
const WITH: &str = " with";

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.uses.iter().try_for_each(|used| write!(f, " p{used}"))?;
        if !self.choices.is_empty() {
            f.write_str(WITH)?;
        }
        self.choices.iter().try_for_each(|choice| write!(f, " {choice}"))
    }
}

/// The lines of a script.
pub(crate) fn lines(script: &[Piece]) -> Vec<String> {
    let mut lines = Vec::new();
    for piece in script {
        match piece {
            Piece::Choices(choices) => {
                let numbers: String = choices.iter().map(|choice| format!(" {choice}")).collect();
                lines.push(format!("{CHOICES}{numbers}"));
            }
            Piece::Trace(steps) => {
                lines.push(TRACE.into());
                let steps = steps.iter().enumerate();
                lines.extend(steps.map(|(number, line)| format!("p{number} = {line}")));
            }
        }
    }
    lines
}

const TRACE: &str = "trace";
const CHOICES: &str = "choices";

/// Is this a line of a script? `choices` alone is none: cases without traces have it too.
pub(crate) fn is_line(line: &str) -> bool {
    line.trim() == TRACE || step(line).is_some()
}

/// The number of a step, and the rest of its line.
fn step(line: &str) -> Option<(usize, &str)> {
    let (name, rest) = line.trim().split_once(" = ")?;
    Some((name.strip_prefix('p')?.parse().ok()?, rest.trim()))
}

/// Read the lines of a script. The error says which line is wrong and what it should be.
pub(crate) fn parse<'l>(lines: impl Iterator<Item = &'l str>) -> Result<Vec<Piece>, String> {
    let mut script = Vec::new();
    for line in lines.map(str::trim) {
        if line == TRACE {
            script.push(Piece::Trace(Vec::new()));
        } else if let Some(numbers) = line.strip_prefix(CHOICES) {
            script.push(Piece::Choices(numbers_of(numbers, line)?));
        } else if let Some((number, rest)) = step(line) {
            let Some(Piece::Trace(steps)) = script.last_mut() else {
                return Err(format!("there is no line 'trace' before '{line}'"));
            };
            if number != steps.len() {
                return Err(format!("'{line}' should begin with p{}", steps.len()));
            }
            steps.push(read(rest, line, number)?);
        } else {
            return Err(format!("the line '{line}' makes no sense"));
        }
    }
    match script.contains(&Piece::Trace(Vec::new())) {
        true => Err("there is no operation behind a line 'trace'".into()),
        false => Ok(script),
    }
}

/// What a step is, with operands before it.
fn read(text: &str, line: &str, number: usize) -> Result<Line, String> {
    // The name of an operation may have the word, too.
    let split = text.rsplit_once(WITH);
    let (applied, choices) = split
        .and_then(|(applied, numbers)| Some((applied, numbers_of(numbers, line).ok()?)))
        .unwrap_or((text, Vec::new()));
    let operand = |word: &str| word.strip_prefix('p').and_then(|number| number.parse().ok());
    let mut words: Vec<&str> = applied.split_whitespace().collect();
    let mut uses: Vec<usize> = Vec::new();
    while let Some(used) = words.last().and_then(|word| operand(word)) {
        uses.insert(0, used);
        words.pop();
    }
    match uses.iter().find(|used| **used >= number) {
        Some(later) => Err(format!("p{later} is not made before '{line}'")),
        None => Ok(Line { what: words.join(" "), uses, choices }),
    }
}

fn numbers_of(text: &str, line: &str) -> Result<Vec<u64>, String> {
    let numbers = text.split_whitespace().map(|word| word.parse().ok());
    numbers.collect::<Option<_>>().ok_or_else(|| format!("'{line}' has a bad number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "choices 4\ntrace\np0 = arbitrary with 0 3\np1 = cut in half p0\np2 = widen p1 p0\nchoices 1 0\ntrace\np0 = top";

    #[test]
    fn scripts_are_text() {
        let script = parse(TEXT.lines()).expect("it is one");
        assert_eq!(script.len(), 4);
        let Piece::Trace(steps) = &script[1] else { panic!("{script:?}") };
        assert_eq!(steps[1].what, "cut in half");
        assert_eq!((&steps[0].choices, &steps[2].uses), (&vec![0, 3], &vec![1, 0]));
        assert_eq!(lines(&script).join("\n"), TEXT);
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("p0 = top", "no line 'trace'"),
            ("trace", "no operation"),
            ("trace\np1 = top", "should begin with p0"),
            ("trace\np0 = join p0 p0", "p0 is not made before"),
            ("choices x", "bad number"),
            ("trace\nrubbish", "makes no sense"),
        ] {
            let error = parse(text.lines()).expect_err(text);
            assert!(error.contains(fault), "{error}");
        }
    }
}

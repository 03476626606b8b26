//! How many tests a loop ran in which time.

use std::fmt;
use std::process::Command;
use std::str::FromStr;

/// What a loop did, in a line that both loops print.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Tests.
    pub tests: u64,
    /// Elements that the tests made before their checks.
    pub elements: u64,
    /// CPU time.
    pub seconds: f64,
}

impl Rate {
    /// Tests per CPU second.
    pub fn per_second(&self) -> f64 {
        self.tests as f64 / self.seconds
    }

    /// Elements that a test made before its check: how much work it was.
    pub fn made_per_test(&self) -> f64 {
        self.elements as f64 / self.tests as f64
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rate { tests, elements, seconds } = self;
        write!(f, "tests {tests} elements {elements} cpu_seconds {seconds:.6}")
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(line: &str) -> Result<Rate, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |name: &str| -> Option<f64> {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1)?.parse().ok()
        };
        let rate = || {
            let (tests, elements) = (number("tests")? as u64, number("elements")? as u64);
            Some(Rate { tests, elements, seconds: number("cpu_seconds")? })
        };
        rate().ok_or_else(|| format!("a loop said {line:?}"))
    }
}

/// Run a loop and read what it did.
pub fn of_output(command: &mut Command) -> Result<Rate, String> {
    let output = command.output().map_err(|error| format!("a loop did not start: {error}"))?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(format!("a loop ended with {}: {}", output.status, words.trim()));
    }
    String::from_utf8_lossy(&output.stdout).parse()
}

/// The middle one.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

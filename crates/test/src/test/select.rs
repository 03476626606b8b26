//! What is asked for on the command line, in words.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use soundline_fuzz::engine::Budget;
use soundline_fuzz::property::{self, Class, Property};

use crate::command::arguments::duration;

/// Which properties are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Properties {
    text: String,
    numbers: Vec<u16>,
}

impl Properties {
    /// Is it wanted?
    pub fn wants(&self, property: &Property) -> bool {
        self.numbers.contains(&property.number)
    }

    /// Each of them alone.
    pub fn each(&self) -> impl Iterator<Item = Properties> {
        self.numbers.iter().map(|n| Properties { text: n.to_string(), numbers: vec![*n] })
    }
}

impl fmt::Display for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Properties {
    type Err = String;

    fn from_str(text: &str) -> Result<Properties, String> {
        let mut numbers = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            numbers.extend(numbers_of(word)?);
        }
        if numbers.is_empty() {
            return Err("no property is named; try 17, 1-46, paper, soundness or all".into());
        }
        Ok(Properties { text: text.to_string(), numbers })
    }
}

fn numbers_of(word: &str) -> Result<Vec<u16>, String> {
    let all = property::all().iter();
    let filtered = |wanted: &dyn Fn(&Property) -> bool| -> Vec<u16> {
        all.clone().filter(|p| wanted(p)).map(|p| p.number).collect()
    };
    let class = |class: Class| filtered(&|p: &Property| p.class == class);
    let found = match word {
        "all" => filtered(&|_| true),
        "paper" => filtered(&|p| p.is_from_the_paper()),
        "soundness" | "S" => class(Class::Soundness),
        "precision" => class(Class::Precision),
        "convergence" | "C" => class(Class::Convergence),
        _ => {
            let range = word.split_once('-').unwrap_or((word, word));
            let number = |text: &str| text.trim_start_matches('P').parse::<u16>().ok();
            match (number(range.0), number(range.1)) {
                (Some(first), Some(last)) => filtered(&|p| (first..=last).contains(&p.number)),
                _ => filtered(&|p| p.name == word),
            }
        }
    };
    if found.is_empty() {
        let last = property::all().last().map_or(0, |p| p.number);
        return Err(format!("there is no property {word:?}; they are numbered from 1 to {last}"));
    }
    Ok(found)
}

/// A number of tests. A time is what earlier versions had in its place.
pub fn budget(text: &str) -> Result<Budget, String> {
    let plain = text.replace('_', "");
    match plain.parse() {
        Ok(0) => Err("with no test nothing is found".into()),
        Ok(tests) => Ok(Budget::Tests(tests)),
        Err(_) => duration(text).map(Budget::Time),
    }
}

/// How much is done: a time, or a number of tests.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Effort {
    /// How long: all targets together, or each row or bug of an evaluation [default: 30s for targets,
    /// 60s for a row or a bug]
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "budget")]
    time: Option<Duration>,
    /// How many tests of each instead, such as 100000: same seed, same findings
    #[arg(long, value_name = "TESTS", value_parser = budget)]
    budget: Option<Budget>,
}

impl Effort {
    /// What is asked for, or a time.
    pub fn or(&self, usual: Duration) -> Budget {
        self.budget.unwrap_or(Budget::Time(self.time.unwrap_or(usual)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_numbers_ranges_names_and_classes() {
        let numbers = |text: &str| text.parse::<Properties>().map(|p| p.numbers);
        assert_eq!(numbers("17"), Ok(vec![17]));
        assert_eq!(numbers("P22-25, 3"), Ok(vec![22, 23, 24, 25, 3]));
        assert_eq!(numbers("paper").map(|n| n.len()), Ok(46));
        assert_eq!(numbers("join commutative"), Ok(vec![10]));
        assert!(numbers("S").is_ok_and(|n| n.starts_with(&[7, 8, 9, 29, 30, 35])));
        assert!(numbers("nonsense").is_err_and(|e| e.contains("\"nonsense\"")));
        assert!(numbers("").is_err());
    }

    #[test]
    fn budgets_are_times_or_tests() {
        assert_eq!(budget("1500"), Ok(Budget::Tests(1500)));
        assert_eq!(budget("100_000"), Ok(Budget::Tests(100_000)));
        assert_eq!(budget("2m"), Ok(Budget::Time(Duration::from_secs(120))));
        assert_eq!(budget("500ms"), Ok(Budget::Time(Duration::from_millis(500))));
        assert!(budget("soon").is_err() && budget("0").is_err() && budget("0s").is_err());
    }
}

//! One case of an operator, as a word that a command line takes: what is run again.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A case: `sound:t12`, `monotone@8:t3,40` or `sound:c5,0,1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The property that is looked at.
    pub property: String,
    /// The width that the operator converts to.
    pub to: Option<u32>,
    /// The operands.
    pub input: Input,
}

/// Where the operands of a case come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// Places in the list of all tuples: one, or two that are compared.
    Tuples(Vec<u64>),
    /// The choices from which they are drawn.
    Choices(Vec<u64>),
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.property)?;
        if let Some(to) = self.to {
            write!(f, "@{to}")?;
        }
        let (letter, numbers) = match &self.input {
            Input::Tuples(numbers) => ('t', numbers),
            Input::Choices(numbers) => ('c', numbers),
        };
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        write!(f, ":{letter}{}", numbers.join(","))
    }
}

impl FromStr for Case {
    type Err = String;

    fn from_str(text: &str) -> Result<Case, String> {
        read(text).ok_or_else(|| {
            format!(
                "{text:?} is not a case; copy one from a report, such as sound:t12 or sound:c5,0"
            )
        })
    }
}

fn read(text: &str) -> Option<Case> {
    let (what, input) = text.split_once(':')?;
    let (property, to) = match what.split_once('@') {
        Some((property, to)) => (property, Some(to.parse().ok()?)),
        None => (what, None),
    };
    let numbers = input.get(1..)?;
    let numbers: Result<Vec<u64>, _> = match numbers {
        "" => Ok(vec![]),
        numbers => numbers.split(',').map(str::parse).collect(),
    };
    let input = match (input.get(..1)?, numbers.ok()?) {
        ("t", numbers) if !numbers.is_empty() => Input::Tuples(numbers),
        ("c", numbers) => Input::Choices(numbers),
        _ => return None,
    };
    Some(Case { property: property.into(), to, input })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_back_and_rubbish_is_refused() {
        for text in ["sound:t12", "monotone@8:t3,40", "in-place:c5,0,1", "sound:c"] {
            assert_eq!(text.parse::<Case>().map(|case| case.to_string()), Ok(text.into()));
        }
        for text in ["", "sound", "sound:", "sound:t", "sound:x1", "sound:t1,", "sound@x:t1", "a:ä"]
        {
            assert!(
                text.parse::<Case>().is_err_and(|fault| fault.contains("is not a case")),
                "{text}"
            );
        }
    }
}

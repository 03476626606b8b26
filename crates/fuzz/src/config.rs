//! How tests are made: the parameters of the paper's Table 6 and those beyond it.

use std::fmt;
use std::str::FromStr;

use soundline_domains::expr::{Space, VarKind};
use soundline_targets::OperationKind;

use crate::guide::Search;

/// Which constants are likely beside arbitrary small ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predefined {
    /// None.
    None,
    /// The bounds of 32-bit integers.
    Int,
    /// The bounds of 64-bit integers.
    Long,
    /// Bounds of integers of both sizes, and where doubles stop to hold every integer.
    All,
}

/// The kinds of the variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// All real.
    Real,
    /// All integers.
    Int,
    /// Both, in turn.
    Mixed,
}

/// How tests are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The fewest variables.
    pub least_variables: usize,
    /// The most variables.
    pub most_variables: usize,
    /// Their kinds.
    pub kinds: Kinds,
    /// Elements in the initial pool: step 1 of the paper.
    pub pool: usize,
    /// Operations that extend it: step 2. Without `paper`, tests may have fewer.
    pub operations: usize,
    /// Which constants are likely.
    pub predefined: Predefined,
    /// As the paper does it: initial elements with one constraint of Table 1, the same ones in all tests, predefined
    /// constants in every test and no fractions; only its five operations, all of `operations`, and
    /// whatever they make is asked whether it is empty.
    pub paper: bool,
    /// How the next test is found.
    pub search: Search,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            least_variables: 0,
            most_variables: 8,
            kinds: Kinds::Real,
            pool: 16,
            operations: 16,
            predefined: Predefined::All,
            paper: false,
            search: Search::Random,
        }
    }
}

impl Config {
    /// A configuration of the paper's Table 6, `C1` to `C6`, or `default`.
    pub fn preset(name: &str) -> Option<Config> {
        let (pool, operations, predefined) = match name.to_ascii_uppercase().as_str() {
            "C1" => (2, 16, Predefined::Long),
            "C2" => (32, 16, Predefined::Long),
            "C3" => (1024, 16, Predefined::Long),
            "C4" => (32, 0, Predefined::Long),
            "C5" => (32, 64, Predefined::Long),
            "C6" => (32, 16, Predefined::None),
            "DEFAULT" => return Some(Config::default()),
            _ => return None,
        };
        let (least_variables, most_variables, kinds) = (8, 8, Kinds::Int);
        let preset = Config { least_variables, most_variables, kinds, ..Config::default() };
        Some(Config { pool, operations, predefined, paper: true, ..preset })
    }

    /// The operations of step 2.
    pub fn step_two(&self) -> &'static [OperationKind] {
        use OperationKind::*;
        if self.paper {
            &[Join, Meet, Widen, Assign, Forget]
        } else {
            &[Join, Meet, Widen, Assign, Forget, Guard, Narrow, ParallelAssign, Embed]
        }
    }

    /// A space of so many variables.
    pub fn space(&self, variables: usize) -> Space {
        let mixed = |v: usize| if v.is_multiple_of(2) { VarKind::Real } else { VarKind::Int };
        match self.kinds {
            Kinds::Real => Space::reals(variables),
            Kinds::Int => Space::integers(variables),
            Kinds::Mixed => Space::new((0..variables).map(mixed)),
        }
    }
}

/// More variables than any test needs.
const MOST_VARIABLES: usize = 1_000;
/// More elements of a test than any machine holds in reasonable time.
const MOST_ELEMENTS: usize = 100_000;

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = match self.kinds {
            Kinds::Real => "real",
            Kinds::Int => "int",
            Kinds::Mixed => "mixed",
        };
        let predefined = match self.predefined {
            Predefined::None => "none",
            Predefined::Int => "int",
            Predefined::Long => "long",
            Predefined::All => "all",
        };
        let (least, most) = (self.least_variables, self.most_variables);
        write!(f, "vars={least}-{most}:{kinds} pool={} ops={}", self.pool, self.operations)?;
        write!(f, " constants={predefined}{}", if self.paper { " paper" } else { "" })?;
        match self.search {
            Search::Random => Ok(()),
            search => write!(f, " engine={search}"),
        }
    }
}

impl FromStr for Config {
    type Err = String;

    /// A preset's name, or `key=value` items that change one, such as `C2 pool=64 constants=int`.
    fn from_str(text: &str) -> Result<Config, String> {
        let mut config = Config::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            config = config.with(word)?;
        }
        Ok(config)
    }
}

impl Config {
    /// Changed by one word of the text form.
    pub fn with(mut self, word: &str) -> Result<Config, String> {
        let number = |text: &str, limit: usize| -> Result<usize, String> {
            let number = text.parse().ok().filter(|number| *number <= limit);
            number.ok_or_else(|| format!("{word}: {text:?} is not a number up to {limit}"))
        };
        match word.split_once('=') {
            None if word == "paper" => self.paper = true,
            None => {
                self = Config::preset(word)
                    .ok_or_else(|| format!("there is no configuration {word:?}; try C1 to C6"))?;
            }
            Some(("vars", value)) => {
                let (range, kinds) = value.split_once(':').unwrap_or((value, "real"));
                let (least, most) = range.split_once('-').unwrap_or((range, range));
                let range = (number(least, MOST_VARIABLES)?, number(most, MOST_VARIABLES)?);
                if range.0 > range.1 {
                    return Err(format!("{word}: the fewest variables are more than the most"));
                }
                (self.least_variables, self.most_variables) = range;
                self.kinds = match kinds {
                    "real" => Kinds::Real,
                    "int" => Kinds::Int,
                    "mixed" => Kinds::Mixed,
                    other => {
                        return Err(format!("variables are real, int or mixed, not {other:?}"));
                    }
                };
            }
            Some(("pool", value)) => self.pool = number(value, MOST_ELEMENTS)?.max(2),
            Some(("ops", value)) => self.operations = number(value, MOST_ELEMENTS)?,
            Some(("constants", value)) => {
                self.predefined = match value {
                    "none" => Predefined::None,
                    "int" => Predefined::Int,
                    "long" => Predefined::Long,
                    "all" => Predefined::All,
                    other => {
                        return Err(format!("constants are none, int, long or all, not {other:?}"));
                    }
                };
            }
            Some(("engine", value)) => self.search = value.parse()?,
            Some((key, _)) => {
                return Err(format!(
                    "{key:?} is not a setting; there are vars, pool, ops, constants, engine"
                ));
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_configuration_reads_back() {
        for name in ["default", "C1", "C2", "C3", "C4", "C5", "C6"] {
            let config = Config::preset(name).expect("it is a preset");
            for search in Search::ALL {
                let config = Config { search, ..config.clone() };
                assert_eq!(config.to_string().parse::<Config>(), Ok(config), "{name}");
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| text.parse::<Config>().expect_err("it is wrong");
        assert_eq!(fault("C7"), "there is no configuration \"C7\"; try C1 to C6");
        assert_eq!(fault("vars=8:float"), "variables are real, int or mixed, not \"float\"");
        assert_eq!(
            fault("engine=x"),
            "engines are random, guided, direct and direct-guided, not \"x\""
        );
        assert_eq!(fault("pool=x"), "pool=x: \"x\" is not a number up to 100000");
        assert_eq!(fault("vars=1001"), "vars=1001: \"1001\" is not a number up to 1000");
        assert_eq!(fault("vars=8-2"), "vars=8-2: the fewest variables are more than the most");
    }
}

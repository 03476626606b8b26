//! Which kinds of checks are made: `--checks default,leak`, `--checks index,access`, `--checks all,-overlap`.

use soundline_analyze::Kind;
use std::collections::BTreeSet;
use std::str::FromStr;

/// A choice of kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checks(BTreeSet<Kind>);

impl Checks {
    /// The kinds.
    pub fn kinds(&self) -> BTreeSet<Kind> {
        self.0.clone()
    }
}

impl FromStr for Checks {
    type Err = String;

    fn from_str(text: &str) -> Result<Checks, String> {
        let mut chosen = BTreeSet::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word.strip_prefix('-') {
                Some(name) => {
                    chosen.remove(&name.parse()?);
                }
                None if word == "default" => chosen.extend(Kind::defaults()),
                None if word == "all" => chosen.extend(Kind::ALL),
                None => {
                    chosen.insert(word.parse()?);
                }
            }
        }
        match chosen.is_empty() {
            true => Err("no kind of check is left".to_owned()),
            false => Ok(Checks(chosen)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_add_and_take_away() {
        let kinds = |text: &str| text.parse::<Checks>().map(|checks| checks.kinds());
        assert_eq!(kinds("index,leak"), Ok([Kind::Index, Kind::Leak].into()));
        assert_eq!(kinds("default"), Ok(Kind::defaults()));
        let most = kinds("all,-overlap").expect("it is a list");
        assert!(most.contains(&Kind::Leak) && !most.contains(&Kind::Overlap));
        assert!(kinds("index,-index").is_err());
        assert!(kinds("indices").is_err_and(|error| error.contains("error-call")));
    }
}

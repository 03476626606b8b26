//! The numerical domains that an analysis can use, by name.

use soundline_domains::registry::{self, Entry};
use std::{fmt, str::FromStr};

/// A domain, or the reduced product of several: `intervals`, `octagons`, `intervals*congruences`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DomainChoice {
    parts: Vec<&'static str>,
}

impl DomainChoice {
    /// The names of the domains that can be multiplied: those of
    /// [the registry](soundline_domains::registry) that suit an analysis.
    pub fn names() -> impl Iterator<Item = &'static str> {
        registry::ALL.iter().filter_map(|entry| Some(entry.analysis?.name))
    }

    /// The domains of the factors.
    pub(crate) fn entries(&self) -> Vec<&'static Entry> {
        let entry = |name: &&str| registry::for_analysis(name).expect("names are of the registry");
        self.parts.iter().map(entry).collect()
    }

    /// The factors of the product.
    pub fn parts(&self) -> &[&'static str] {
        &self.parts
    }
}

impl Default for DomainChoice {
    fn default() -> Self {
        Self { parts: vec!["intervals"] }
    }
}

impl FromStr for DomainChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = match text {
            "rtz" => "unions*zones",
            "boxes" => "intervals",
            _ => text,
        };
        let mut parts = Vec::new();
        for name in text.split('*').map(str::trim) {
            let known = Self::names().find(|known| *known == name);
            parts.push(known.ok_or_else(|| {
                let names = Self::names().collect::<Vec<_>>().join(", ");
                format!("there is no domain `{name}`; there are {names}, and products with *")
            })?);
        }
        // This product has a domain of its own, which is faster.
        if let Some(at) = parts.windows(2).position(|two| two == ["intervals", "congruences"]) {
            parts.splice(at..at + 2, ["intervals*congruences"]);
        }
        Ok(Self { parts })
    }
}

impl fmt::Display for DomainChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts.join("*"))
    }
}

//! The numerical domains that an analysis can use, by name.

use std::{fmt, str::FromStr};

/// A domain, or the reduced product of several: `intervals`, `octagons`, `intervals*congruences`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DomainChoice {
    parts: Vec<&'static str>,
}

impl DomainChoice {
    /// The names of the domains that can be multiplied.
    pub const NAMES: &'static [&'static str] = &[
        "intervals",
        "zones",
        "zones:f64",
        "octagons",
        "octagons:f64",
        "octagons:whole",
        "polyhedra",
        "polyhedra:strict",
        "equalities",
        "congruences",
        "intervals*congruences",
        "constants",
        "signs",
        "parities",
        "unions",
        "zonotopes",
    ];

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
            let known = Self::NAMES.iter().find(|known| **known == name);
            parts.push(*known.ok_or_else(|| {
                let names = Self::NAMES.join(", ");
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

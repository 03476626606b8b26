//! Bounds of an analysis, and what is counted against them (Sect. 4 of the paper).

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How often something may happen before the analysis stops going on there; none is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    /// Steps of the analysis.
    pub ticks: Option<u64>,
    /// Joins that change the state.
    pub joins: Option<u64>,
    /// Widenings that change the state.
    pub widenings: Option<u64>,
    /// Calls that return a value or may change memory.
    pub calls: Option<u64>,
    /// Conditions that the domain cannot express.
    pub guards: Option<u64>,
}

/// Something that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BoundKind {
    /// Steps.
    Ticks,
    /// Joins.
    Joins,
    /// Widenings.
    Widenings,
    /// Calls.
    Calls,
    /// Imprecise conditions.
    Guards,
    /// The time, or a request to stop.
    Interrupt,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Steps.
    pub ticks: u64,
    /// Joins that changed the state.
    pub joins: u64,
    /// Widenings that changed the state.
    pub widenings: u64,
    /// Calls that return a value or may change memory.
    pub calls: u64,
    /// Conditions that the domain could not express.
    pub guards: u64,
}

impl Counts {
    /// Both together.
    pub fn add(&mut self, other: Counts) {
        self.ticks += other.ticks;
        self.joins += other.joins;
        self.widenings += other.widenings;
        self.calls += other.calls;
        self.guards += other.guards;
    }

    /// How often that happened.
    pub fn of(&self, kind: BoundKind) -> u64 {
        match kind {
            BoundKind::Ticks => self.ticks,
            BoundKind::Joins => self.joins,
            BoundKind::Widenings => self.widenings,
            BoundKind::Calls => self.calls,
            BoundKind::Guards => self.guards,
            BoundKind::Interrupt => 0,
        }
    }

    pub(crate) fn of_mut(&mut self, kind: BoundKind) -> Option<&mut u64> {
        match kind {
            BoundKind::Ticks => Some(&mut self.ticks),
            BoundKind::Joins => Some(&mut self.joins),
            BoundKind::Widenings => Some(&mut self.widenings),
            BoundKind::Calls => Some(&mut self.calls),
            BoundKind::Guards => Some(&mut self.guards),
            BoundKind::Interrupt => None,
        }
    }
}

impl Bounds {
    /// The bound on that.
    pub fn of(&self, kind: BoundKind) -> Option<u64> {
        match kind {
            BoundKind::Ticks => self.ticks,
            BoundKind::Joins => self.joins,
            BoundKind::Widenings => self.widenings,
            BoundKind::Calls => self.calls,
            BoundKind::Guards => self.guards,
            BoundKind::Interrupt => None,
        }
    }

    /// Whether there is none at all.
    pub fn is_unlimited(&self) -> bool {
        *self == Bounds::default()
    }

    /// Both: where they differ, what is given here.
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds {
            ticks: self.ticks.or(other.ticks),
            joins: self.joins.or(other.joins),
            widenings: self.widenings.or(other.widenings),
            calls: self.calls.or(other.calls),
            guards: self.guards.or(other.guards),
        }
    }
}

/// Reads the names of the paper: `JWC0`, `J4`, `W1`, `C8`, `Inf`; also `T` for ticks and `G` for
/// imprecise conditions, and several with commas between them.
impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a bound: they are like J4, W1, C8, JWC0 or Inf");
        let mut bounds = Bounds::default();
        for part in text.split(',').map(str::trim) {
            if part.eq_ignore_ascii_case("inf") {
                continue;
            }
            let digits = part.find(|c: char| c.is_ascii_digit()).ok_or_else(wrong)?;
            let most = part[digits..].parse().map_err(|_| wrong())?;
            if digits == 0 {
                return Err(wrong());
            }
            for letter in part[..digits].chars() {
                let bound = match letter.to_ascii_uppercase() {
                    'T' => &mut bounds.ticks,
                    'J' => &mut bounds.joins,
                    'W' => &mut bounds.widenings,
                    'C' => &mut bounds.calls,
                    'G' => &mut bounds.guards,
                    _ => return Err(wrong()),
                };
                *bound = Some(most);
            }
        }
        Ok(bounds)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            ('T', self.ticks),
            ('J', self.joins),
            ('W', self.widenings),
            ('C', self.calls),
            ('G', self.guards),
        ];
        let shown: Vec<String> = all
            .iter()
            .filter_map(|(letter, bound)| bound.map(|bound| format!("{letter}{bound}")))
            .collect();
        if shown.is_empty() { f.write_str("Inf") } else { f.write_str(&shown.join(",")) }
    }
}

impl BoundKind {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            BoundKind::Ticks => "ticks",
            BoundKind::Joins => "joins",
            BoundKind::Widenings => "widenings",
            BoundKind::Calls => "calls",
            BoundKind::Guards => "guards",
            BoundKind::Interrupt => "interrupt",
        }
    }
}

impl fmt::Display for BoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_paper() {
        let check = |text: &str, shown: &str| {
            let bounds: Bounds = text.parse().unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(bounds.to_string(), shown);
        };
        check("JWC0", "J0,W0,C0");
        check("J4", "J4");
        check("w1,c8", "W1,C8");
        check("Inf", "Inf");
        check("T100,G2", "T100,G2");
        for wrong in ["", "J", "4", "X1", "J1x", "Infinite"] {
            assert!(wrong.parse::<Bounds>().is_err(), "{wrong}");
        }
    }
}

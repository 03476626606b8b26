//! Issues of each analyzer by δ (Fig. 3 and 4 of the paper).

use std::collections::BTreeMap;

use super::deviance::{Deviance, Fault};

/// The issues of one analyzer: what its bar is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// Issues that a witness makes certain.
    pub must: u64,
    /// The others by δ.
    pub by_delta: BTreeMap<usize, u64>,
}

impl Bar {
    /// All issues.
    pub fn total(&self) -> u64 {
        self.must + self.by_delta.values().sum::<u64>()
    }

    /// Those with at least this δ that no witness makes certain.
    pub fn at_least(&self, delta: usize) -> u64 {
        self.by_delta.range(delta..).map(|(_, count)| count).sum()
    }
}

/// The issues of one kind, a bar for each analyzer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issues {
    /// The bars in the order of the analyzers.
    pub bars: Vec<Bar>,
}

impl Issues {
    /// Counts the issues of a kind. An issue is a variant that shows an analyzer to be deviant.
    pub fn count(analyzers: usize, fault: Fault, deviances: &[Deviance]) -> Issues {
        let mut bars = vec![Bar::default(); analyzers];
        for deviance in deviances.iter().filter(|deviance| deviance.fault == fault) {
            let bar = &mut bars[deviance.analyzer];
            match deviance.is_must() {
                true => bar.must += 1,
                false => *bar.by_delta.entry(deviance.delta()).or_default() += 1,
            }
        }
        Issues { bars }
    }

    /// The largest δ that any analyzer has.
    pub fn largest_delta(&self) -> usize {
        let largest = |bar: &Bar| bar.by_delta.keys().next_back().copied();
        self.bars.iter().filter_map(largest).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::deviance::deviances;
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn by_hand() {
        let table = table(&["w!", "a", "b", "c"], &["usss", "?suu", "?ssu", "suus", "?uss"]);
        let found = deviances(&table);
        let bars = |fault| Issues::count(4, fault, &found).bars;
        let bar = |must, deltas: &[(usize, u64)]| Bar {
            must,
            by_delta: deltas.iter().copied().collect(),
        };
        assert_eq!(
            bars(Fault::Unsound),
            [
                bar(0, &[(2, 1)]),
                bar(1, &[(1, 1), (2, 1)]),
                bar(1, &[(1, 2)]),
                bar(1, &[(1, 1), (2, 1)]),
            ]
        );
        assert_eq!(
            bars(Fault::Imprecise),
            [
                bar(0, &[(3, 1)]),
                bar(0, &[(1, 1), (2, 1)]),
                bar(0, &[(1, 2)]),
                bar(0, &[(1, 1), (2, 1)])
            ]
        );
        assert_eq!(Issues::count(4, Fault::Imprecise, &found).largest_delta(), 3);
        assert_eq!(bars(Fault::Imprecise)[1].at_least(2), 1);
        assert_eq!(bars(Fault::Unsound)[1].total(), 3);
    }
}

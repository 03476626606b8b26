//! A share of a count, and how sure it is.

use std::fmt;

/// The 97.5 % quantile of the normal distribution: intervals hold with 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that are counted.
    pub part: u64,
    /// All of them.
    pub whole: u64,
}

impl Share {
    /// Counts what holds among some.
    pub fn count(all: impl Iterator<Item = bool>) -> Share {
        all.fold(Share::default(), |share, holds| Share {
            part: share.part + u64::from(holds),
            whole: share.whole + 1,
        })
    }

    /// The proportion, if there is any.
    pub fn value(self) -> Option<f64> {
        (self.whole > 0).then(|| self.part as f64 / self.whole as f64)
    }

    /// The interval of Wilson (1927) that holds the true proportion with 95 %. Unlike the textbook
    /// one it is right for few cases and for proportions near 0 and 1.
    pub fn interval(self) -> Option<(f64, f64)> {
        let (value, n) = (self.value()?, self.whole as f64);
        let scale = 1.0 + Z * Z / n;
        let middle = (value + Z * Z / (2.0 * n)) / scale;
        let spread = Z / scale * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
        let low = if self.part == 0 { 0.0 } else { (middle - spread).max(0.0) };
        let high = if self.part == self.whole { 1.0 } else { (middle + spread).min(1.0) };
        Some((low, high))
    }
}

/// Two digits as in the paper: `>0.99` is less than 1, `<0.01` is more than 0.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.value() {
            None => "–".to_string(),
            Some(value) if self.part < self.whole && value > 0.99 => ">0.99".to_string(),
            Some(value) if self.part > 0 && value < 0.01 => "<0.01".to_string(),
            Some(value) => format!("{value:.2}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(part: u64, whole: u64, text: &str, interval: (f64, f64)) {
        let share = Share { part, whole };
        assert_eq!(share.to_string(), text);
        let (low, high) = share.interval().expect("some cases");
        assert!(
            (low - interval.0).abs() < 5e-4 && (high - interval.1).abs() < 5e-4,
            "{low} {high}"
        );
    }

    /// Intervals from tables: Newcombe (1998), Table I, method 3.
    #[test]
    fn wilson() {
        check(81, 263, "0.31", (0.2553, 0.3662));
        check(15, 148, "0.10", (0.0624, 0.1605));
        check(0, 20, "0.00", (0.0, 0.1611));
        check(1, 29, "0.03", (0.0061, 0.1718));
    }

    #[test]
    fn the_ends_are_exact() {
        check(7, 7, "1.00", (0.6457, 1.0));
        check(999, 1000, ">0.99", (0.9943, 0.9998));
        check(1, 1000, "<0.01", (0.0002, 0.0057));
        assert_eq!(Share::default().interval(), None);
        assert_eq!(Share::default().to_string(), "–");
    }

    #[test]
    fn counting() {
        assert_eq!(Share::count([true, false, true].into_iter()), Share { part: 2, whole: 3 });
    }
}

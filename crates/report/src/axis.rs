//! An axis of a picture, from exact numbers to places on paper.
//!
//! Numbers of like size lie on an ordinary axis. Where -2^63 stands beside -2^63 + 1 and 0, no ordinary
//! or logarithmic axis shows all of them, and just such numbers make findings. Then the axis is
//! *broken*: every number that matters gets a tick of its own, with steps between them that grow
//! slowly with the distance. Between two ticks the axis is linear, so lines stay lines from tick to
//! tick and bend only there.

use soundline_domains::numbers::{Int, Rat};

use super::number::label;

/// The narrowest step on an ordinary axis, as a share of the whole.
const NARROWEST: f64 = 1.0 / 30.0;
/// Steps on a broken axis are at most so many times as wide as the narrowest.
const WIDEST_STEP: f64 = 3.0;
/// From here on, round numbers say less than those that matter.
const LARGE: i64 = 1_000_000;
/// More steps than this between two numbers of interest are not told apart.
const MOST_TICKS: usize = 7;

/// Where a number is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The number.
    pub value: Rat,
    /// Where it is, from 0 to 1.
    pub place: f64,
    /// How it is written.
    pub label: String,
}

/// An axis from its lowest to its highest number.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Numbers and their places, both rising; linear in between.
    knots: Vec<(Rat, f64)>,
    /// Where numbers are written.
    pub ticks: Vec<Tick>,
    /// Are distances not to scale?
    pub broken: bool,
}

impl Axis {
    /// An axis on which all of these numbers can be told apart.
    pub fn showing(values: &[Rat]) -> Axis {
        let mut values = values.to_vec();
        values.sort();
        values.dedup();
        match values.as_slice() {
            [] => Axis::linear(Rat::from(-1), Rat::from(1)),
            [only] => {
                let (below, above) = (only - &Rat::ONE, only + &Rat::ONE);
                let half = Rat::new(1, 2).expect("2 is not 0");
                let axis = Axis::linear(&below - &half, &above + &half);
                axis.ticking(&[below, only.clone(), above])
            }
            [low, .., high] => {
                let range = high - low;
                let gaps = values.windows(2).map(|pair| share(&(&pair[1] - &pair[0]), &range));
                let narrowest = gaps.fold(1.0, f64::min);
                let margin = &range * &Rat::new(1, 8).expect("8 is not 0");
                let farthest = low.abs().max(high.abs());
                if narrowest < NARROWEST {
                    Axis::broken(values)
                } else if farthest >= LARGE || share(&range, &farthest) < 1e-3 {
                    // Round numbers are no help between 2^63 - 2 and 2^63.
                    Axis::linear(low - &margin, high + &margin).ticking(&values)
                } else {
                    Axis::linear(low - &margin, high + &margin)
                }
            }
        }
    }

    fn linear(low: Rat, high: Rat) -> Axis {
        let round = round_numbers(&low, &high);
        let knots = vec![(low, 0.0), (high, 1.0)];
        Axis { knots, ticks: Vec::new(), broken: false }.ticking(&round)
    }

    /// All values but the first and the last step are to be seen; 0 helps to find one's way.
    fn broken(mut values: Vec<Rat>) -> Axis {
        let (low, high) = (values[0].clone(), values[values.len() - 1].clone());
        if low.is_negative() && high.is_positive() && !values.contains(&Rat::ZERO) {
            values.push(Rat::ZERO);
            values.sort();
        }
        let gaps: Vec<Rat> = values.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
        let narrowest = gaps.iter().min().expect("there are two values").clone();
        let width = |gap: &Rat| {
            let doublings = share(gap, &narrowest).log2();
            (1.0 + doublings / 6.0).min(WIDEST_STEP)
        };
        let ends = [&gaps[0], &gaps[gaps.len() - 1]];
        let total: f64 = gaps.iter().chain(ends).map(width).sum();
        let mut place = 0.0;
        let mut knots = vec![(&low - ends[0], place)];
        place += width(ends[0]) / total;
        for (value, gap) in values.iter().zip(gaps.iter().chain([ends[1]])) {
            knots.push((value.clone(), place));
            place += width(gap) / total;
        }
        knots.push((&high + ends[1], 1.0));
        Axis { knots, ticks: Vec::new(), broken: true }.ticking(&values)
    }

    /// A tick for each of the values. Where a label is too short to tell two apart, the second one
    /// says by how much it is greater.
    fn ticking(mut self, values: &[Rat]) -> Axis {
        let mut ticks: Vec<Tick> = Vec::new();
        let mut last: Option<(String, Rat)> = None;
        for value in values {
            let own = label(value);
            let written = match &last {
                Some((text, before)) if *text == own => format!("… + {}", label(&(value - before))),
                _ => own.clone(),
            };
            ticks.push(Tick { value: value.clone(), place: self.place(value), label: written });
            last = Some((own, value.clone()));
        }
        self.ticks = ticks;
        self
    }

    /// The lowest number.
    pub fn low(&self) -> &Rat {
        &self.knots[0].0
    }

    /// The highest number.
    pub fn high(&self) -> &Rat {
        &self.knots[self.knots.len() - 1].0
    }

    /// Where a number is, from 0 to 1; those beyond an end are at the end.
    pub fn place(&self, value: &Rat) -> f64 {
        let after = self.knots.partition_point(|(knot, _)| knot <= value);
        if after == 0 || after == self.knots.len() {
            return if after == 0 { 0.0 } else { 1.0 };
        }
        let ((low, from), (high, to)) = (&self.knots[after - 1], &self.knots[after]);
        from + (to - from) * share(&(value - low), &(high - low))
    }

    /// The numbers strictly between two others at which the scale changes.
    pub fn bends<'a>(&'a self, one: &'a Rat, other: &'a Rat) -> impl Iterator<Item = &'a Rat> {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        self.knots.iter().map(|knot| &knot.0).filter(move |knot| low < *knot && *knot < high)
    }
}

/// part / whole.
fn share(part: &Rat, whole: &Rat) -> f64 {
    part.div(whole).map_or(1.0, |share| share.to_f64_up())
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn round_numbers(low: &Rat, high: &Rat) -> Vec<Rat> {
    let range = high - low;
    let exponent = range.to_f64_up().log10().floor();
    let exponent = if exponent.is_finite() { exponent as i32 - 1 } else { 0 };
    let power = Rat::from(Int::from(10).pow(exponent.unsigned_abs()));
    let unit = if exponent < 0 { power.recip().unwrap_or(Rat::ONE) } else { power };
    for factor in [1, 2, 5, 10, 20, 50, 100] {
        let step = &unit * &Rat::from(factor);
        let index = |bound: &Rat| bound.div(&step).unwrap_or(Rat::ZERO);
        let (first, last) = (index(low).ceil(), index(high).floor());
        let Some(count) = (&last - &first).to_i64() else { continue };
        if count < MOST_TICKS as i64 {
            let number = |place: i64| Rat::from(&first + Int::from(place)) * &step;
            return (0..=count).map(number).collect();
        }
    }
    vec![low.clone(), high.clone()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(values: &[&str], expected: Expect) {
        let values: Vec<Rat> = values.iter().map(|text| text.parse().expect("good")).collect();
        let axis = Axis::showing(&values);
        let mut text = if axis.broken { "broken" } else { "linear" }.to_string();
        for tick in &axis.ticks {
            text.push_str(&format!("\n{:.2} {}", tick.place, tick.label));
        }
        text.push('\n');
        expected.assert_eq(&text);
        let places: Vec<f64> = values.iter().map(|value| axis.place(value)).collect();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 0.02), "{places:?}");
        assert!(places.iter().all(|place| (0.05..=0.95).contains(place)), "{places:?}");
    }

    #[test]
    fn ordinary_numbers_have_round_ticks() {
        check(
            &["-3", "0", "10"],
            expect![[r#"
                linear
                0.28 0
                0.59 5
                0.90 10
            "#]],
        );
        check(
            &["1/3", "1/2"],
            expect![[r#"
                linear
                0.18 7/20
                0.42 2/5
                0.66 9/20
                0.90 1/2
            "#]],
        );
    }

    #[test]
    fn numbers_far_apart_break_the_axis() {
        check(
            &["-9223372036854775808", "-9223372036854775807", "1", "9223372036854775807"],
            expect![[r#"
                broken
                0.08 −2⁶³
                0.17 −2⁶³ + 1
                0.42 0
                0.50 1
                0.75 2⁶³ − 1
            "#]],
        );
    }

    #[test]
    fn large_neighbours_are_written_out() {
        check(
            &["9223372036854775806", "9223372036854775808"],
            expect![[r#"
            linear
            0.10 2⁶³ − 2
            0.90 2⁶³
        "#]],
        );
        check(
            &["9223372036854775807"],
            expect![[r#"
                linear
                0.17 2⁶³ − 2
                0.50 2⁶³ − 1
                0.83 2⁶³
            "#]],
        );
    }

    #[test]
    fn labels_tell_neighbours_apart() {
        let large = "85070591730234615877113501116496779625";
        let next = "85070591730234615877113501116496779626";
        check(
            &["0", large, next],
            expect![[r#"
            broken
            0.38 0
            0.75 ≈ 8.5071·10³⁷
            0.88 … + 1
        "#]],
        );
    }

    #[test]
    fn the_scale_changes_at_bends_only() {
        let values: Vec<Rat> = [0, 1, 1_000_000].map(Rat::from).to_vec();
        let axis = Axis::showing(&values);
        let (low, high) = (Rat::from(-10), Rat::from(500_000));
        assert_eq!(axis.bends(&high, &low).cloned().collect::<Vec<_>>(), [-1, 0, 1].map(Rat::from));
    }
}

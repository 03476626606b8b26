//! `math.h`: what its functions give for sets of floating numbers.

use crate::eval::{Evaluated, Number, Step};
use crate::numeric::{Floats, Format, Range, Size};
use soundline_c::{Place, Real, Value};

/// Results of `exp` and `log` are off by less than this part of them.
const SLACK: f64 = 1e-12;
const SINGLE_SLACK: f64 = 1e-5;

impl Step<'_, '_> {
    /// Calls a function of floating numbers.
    pub(super) fn real(&mut self, function: Real, arguments: &[Value], result: Option<&Place>) {
        let Some(place) = result else { return };
        let formats: Vec<_> = arguments.iter().map(|value| self.format(value)).collect();
        let sets: Vec<Floats> = arguments.iter().map(|value| self.floats(value)).collect();
        let value = match (&sets[..], &formats[..]) {
            ([a], [Some(format)]) => one(function, *a, *format),
            ([a, b], [Some(format), _]) => two(function, *a, *b, *format).map(Evaluated::Float),
            _ => None,
        };
        match value {
            Some(value) => {
                let targets = self.written_to(place);
                self.store(&targets, &value);
            }
            None => self.havoc(place),
        }
    }
}

/// What a function of one number gives.
fn one(function: Real, a: Floats, format: Format) -> Option<Evaluated> {
    let value = match function {
        Real::Fabs => match a.numbers {
            Some((low, high)) => {
                let least = if a.contains(0.0) { 0.0 } else { low.abs().min(high.abs()) };
                Floats { nan: a.nan, ..Floats::between(least, low.abs().max(high.abs())) }
            }
            None => Floats::NAN,
        },
        Real::Sqrt => root(a, format),
        Real::Floor => monotone(a, f64::floor, f64::floor),
        Real::Ceil => monotone(a, f64::ceil, f64::ceil),
        Real::Trunc => monotone(a, f64::trunc, f64::trunc),
        Real::Round => monotone(a, f64::round, f64::round),
        Real::Rint if format.nearest => monotone(a, f64::round_ties_even, f64::round_ties_even),
        Real::Rint => monotone(a, f64::floor, f64::ceil),
        Real::Wave => {
            let infinite = a.contains(f64::INFINITY) || a.contains(f64::NEG_INFINITY);
            Floats { nan: a.nan || infinite, ..Floats::between(-1.0, 1.0) }
        }
        Real::Tanh => Floats { nan: a.nan, ..Floats::between(-1.0, 1.0) },
        Real::Atan => Floats { nan: a.nan, ..Floats::between(-1.6, 1.6) },
        Real::Exp => {
            let slack = slack(format);
            let result = monotone(
                a,
                |low| (low.exp() * (1.0 - slack)).max(0.0),
                |high| high.exp() * (1.0 + slack) + f64::from(f32::MIN_POSITIVE),
            );
            fitted(result, format)
        }
        Real::Log => logarithm(a, format),
        Real::Isnan => return Some(truth(a.nan, a.numbers.is_some())),
        Real::Isfinite => {
            let infinite = a.contains(f64::INFINITY) || a.contains(f64::NEG_INFINITY);
            let finite = a.numbers.is_some_and(|(low, high)| low < high || low.is_finite());
            // Wide numbers beyond the largest double are finite too.
            let may_be = finite || format.size == Size::Wide;
            return Some(truth(may_be, infinite || a.nan));
        }
        Real::Isinf => {
            let infinite = a.contains(f64::INFINITY) || a.contains(f64::NEG_INFINITY);
            // Of the infinities the negative one may give a negative number.
            return (!infinite).then(|| truth(false, true));
        }
        _ => return None,
    };
    Some(Evaluated::Float(value))
}

fn two(function: Real, a: Floats, b: Floats, format: Format) -> Option<Floats> {
    match function {
        Real::Fmin => Some(chosen(a, b, f64::min)),
        Real::Fmax => Some(chosen(a, b, f64::max)),
        Real::Fmod => Some(remainder(a, b)),
        Real::Hypot => Some(Floats { nan: a.nan || b.nan, ..Floats::between(0.0, f64::INFINITY) }),
        Real::Pow => Some(power(a, b)),
        _ => None,
    }
    .map(|floats| if format.nearest { floats } else { fitted(floats, format) })
}

/// Whether something may hold, and may not: 0, or a number above.
fn truth(may: bool, may_not: bool) -> Evaluated {
    let above = Range::new(1, i32::MAX.into());
    Evaluated::Int(match (may, may_not) {
        (false, _) => Number::constant(0),
        (true, false) => Number::within(above),
        (true, true) => Number::within(Range::new(0, above.high)),
    })
}

fn slack(format: Format) -> f64 {
    if format.size == Size::Single { SINGLE_SLACK } else { SLACK }
}

fn fitted(floats: Floats, format: Format) -> Floats {
    Floats { numbers: floats.numbers.map(|(low, high)| format.outwards(low, high)), ..floats }
}

fn monotone(a: Floats, low: impl Fn(f64) -> f64, high: impl Fn(f64) -> f64) -> Floats {
    match a.numbers {
        Some((least, most)) => Floats { nan: a.nan, ..Floats::between(low(least), high(most)) },
        None => Floats::NAN,
    }
}

fn root(a: Floats, format: Format) -> Floats {
    let Some((low, high)) = a.numbers else { return Floats::NAN };
    if high < 0.0 {
        return Floats::NAN;
    }
    let of = |value: f64| match (format.size, format.nearest) {
        (Size::Single, true) => {
            let root = f64::from((value as f32).sqrt());
            (root, root)
        }
        (_, true) => (value.sqrt(), value.sqrt()),
        _ => {
            let root = value.sqrt();
            let exact = root.mul_add(root, -value) == 0.0 && value > 1e-200;
            let around = (root.next_down().max(0.0), root.next_up());
            let (low, high) = if exact || value == 0.0 { (root, root) } else { around };
            format.outwards(low, high)
        }
    };
    let least = of(low.max(0.0)).0;
    Floats { nan: a.nan || low < 0.0, ..Floats::between(least, of(high).1) }
}

fn logarithm(a: Floats, format: Format) -> Floats {
    let Some((low, high)) = a.numbers else { return Floats::NAN };
    if high < 0.0 {
        return Floats::NAN;
    }
    let slack = slack(format);
    let around = |value: f64| {
        let result = value.ln();
        let off = if result.is_finite() { result.abs() * slack + 1e-300 } else { 0.0 };
        (result - off, result + off)
    };
    let least = if low <= 0.0 { f64::NEG_INFINITY } else { around(low).0 };
    let result = Floats { nan: a.nan || low < 0.0, ..Floats::between(least, around(high).1) };
    fitted(result, format)
}

/// The least or the greatest of two; of a number and NaN, the number.
fn chosen(a: Floats, b: Floats, choose: fn(f64, f64) -> f64) -> Floats {
    let numbers = match (a.numbers, b.numbers) {
        (Some(x), Some(y)) => {
            let mut both = Floats::between(choose(x.0, y.0), choose(x.1, y.1));
            if a.nan {
                both = both.join(Floats::between(y.0, y.1));
            }
            if b.nan {
                both = both.join(Floats::between(x.0, x.1));
            }
            both.numbers
        }
        (one, other) => one.or(other),
    };
    Floats { numbers, nan: a.nan && b.nan }
}

fn remainder(a: Floats, b: Floats) -> Floats {
    let (Some(x), Some(y)) = (a.numbers, b.numbers) else { return Floats::NAN };
    let infinite = x.0 == f64::NEG_INFINITY || x.1 == f64::INFINITY;
    let nan = a.nan || b.nan || infinite || b.contains(0.0);
    let largest = |(low, high): (f64, f64)| low.abs().max(high.abs());
    let least = if b.contains(0.0) { 0.0 } else { y.0.abs().min(y.1.abs()) };
    if largest(x) < least {
        return Floats { nan, ..a };
    }
    if let (Some(p), Some(q)) = (a.as_point(), b.as_point())
        && !nan
    {
        return Floats::point(p % q);
    }
    let most = largest(x).min(largest(y));
    let low = if x.0 >= 0.0 { 0.0 } else { -most };
    let high = if x.1 <= 0.0 { 0.0 } else { most };
    Floats { nan, ..Floats::between(low, high) }
}

fn power(a: Floats, b: Floats) -> Floats {
    match a.numbers {
        Some((low, _)) if low > 0.0 => {
            Floats { nan: a.nan || b.nan, ..Floats::between(0.0, f64::INFINITY) }
        }
        _ => Floats::ALL,
    }
}

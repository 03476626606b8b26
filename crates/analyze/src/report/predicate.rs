//! What is known about variables, as C can say it.

use soundline_c::IntType;
use std::fmt;

/// A conjunction of facts about variables that are in scope where it is stated. No facts: true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predicate {
    /// The facts.
    pub facts: Vec<Fact>,
}

/// Something that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A value is in a range; a side without bound is that of the type.
    Range {
        /// What is read.
        place: Lvalue,
        /// The least value.
        low: Option<i128>,
        /// The greatest value.
        high: Option<i128>,
    },
    /// A sum is at most a constant, or equal to it.
    Linear {
        /// The summands; no factor is 0.
        terms: Vec<Term>,
        /// Whether it is equal.
        equal: bool,
        /// The constant.
        constant: i128,
    },
    /// A value leaves this remainder: `(place - remainder) % modulus == 0`.
    Congruence {
        /// What is read.
        place: Lvalue,
        /// At least 2.
        modulus: i128,
        /// From 0, below the modulus.
        remainder: i128,
    },
    /// A pointer is null.
    Null {
        /// The pointer.
        place: String,
        /// Or it is not.
        negated: bool,
    },
    /// Something that C cannot say.
    Opaque(String),
}

/// A factor times a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The factor.
    pub factor: i128,
    /// The value.
    pub place: Lvalue,
}

/// An expression that reads an integer without side effects or undefined behaviour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lvalue {
    /// Its text in C.
    pub text: String,
    /// Its type.
    pub ty: IntType,
}

impl Predicate {
    /// As a C expression that neither overflows nor is undefined; facts that C cannot say are left
    /// out. `1` if nothing is left.
    pub fn to_c(&self) -> String {
        let parts: Vec<String> = self.facts.iter().filter_map(Fact::to_c).collect();
        if parts.is_empty() { "1".into() } else { parts.join(" && ") }
    }

    /// Whether there is nothing that C can say.
    pub fn is_trivial(&self) -> bool {
        self.facts.iter().all(|fact| fact.to_c().is_none())
    }
}

impl Fact {
    /// As a C expression; none if C cannot say it.
    pub fn to_c(&self) -> Option<String> {
        match self {
            Fact::Range { place, low, high } => {
                if let (Some(low), Some(high)) = (low, high)
                    && low == high
                {
                    return Some(format!("{} == {}", place.text, literal(*low, place.ty)?));
                }
                let low =
                    low.map(|low| Some(format!("{} <= {}", literal(low, place.ty)?, place.text)));
                let high = high
                    .map(|high| Some(format!("{} <= {}", place.text, literal(high, place.ty)?)));
                let parts: Vec<String> =
                    [low, high].into_iter().flatten().collect::<Option<_>>()?;
                (!parts.is_empty()).then(|| parts.join(" && "))
            }
            Fact::Linear { terms, equal, constant } => linear(terms, *equal, *constant),
            Fact::Congruence { place, modulus, remainder } => {
                congruence(place, *modulus, *remainder)
            }
            Fact::Null { place, negated } => {
                Some(format!("{place} {} 0", if *negated { "!=" } else { "==" }))
            }
            Fact::Opaque(_) => None,
        }
    }

    /// As a C expression that is evaluated only where these facts hold. Their ranges may tell that a sum fits `long long`.
    pub fn to_c_behind(&self, before: &[Fact]) -> Option<String> {
        let plain = self.to_c();
        let Fact::Linear { terms, equal, constant } = self else { return plain };
        if plain.as_ref().is_some_and(|text| !text.contains("__int128")) {
            return plain;
        }
        let mut most = constant.checked_abs()?;
        for term in terms {
            let within = before.iter().find_map(|fact| match fact {
                Fact::Range { place, low: Some(low), high: Some(high) } if *place == term.place => {
                    Some(low.unsigned_abs().max(high.unsigned_abs()))
                }
                _ => None,
            });
            let Some(size) = within.and_then(|size| i128::try_from(size).ok()) else {
                return plain;
            };
            let product = term.factor.checked_abs().and_then(|factor| factor.checked_mul(size));
            most = product.and_then(|product| most.checked_add(product)).unwrap_or(i128::MAX);
        }
        match most <= i128::from(i64::MAX) {
            true => sum(terms, *equal, *constant, "(long long)"),
            false => plain,
        }
    }

    /// As a predicate of ACSL, in which numbers have no width; none if it cannot say it.
    pub fn to_acsl(&self) -> Option<String> {
        match self {
            Fact::Range { .. } | Fact::Linear { .. } => Some(self.to_string()),
            Fact::Congruence { place, modulus, remainder } => {
                Some(format!("({} - {remainder}) % {modulus} == 0", place.text))
            }
            Fact::Null { place, negated } => {
                Some(format!("{place} {} \\null", if *negated { "!=" } else { "==" }))
            }
            Fact::Opaque(_) => None,
        }
    }
}

/// A constant of a type, so that comparing with a value of that type compares the numbers.
fn literal(value: i128, ty: IntType) -> Option<String> {
    let wide = ty.bits > 32 || (ty.bits == 32 && !ty.signed && value > i128::from(i32::MAX));
    let fits_long_long = i64::try_from(value).is_ok();
    if !ty.signed && ty.bits >= 32 {
        let suffix = if wide { "ULL" } else { "U" };
        return u64::try_from(value).ok().map(|value| format!("{value}{suffix}"));
    }
    if value == i128::from(i64::MIN) {
        return Some("(-9223372036854775807LL - 1)".into());
    }
    if value == i128::from(i32::MIN) {
        return Some("(-2147483647 - 1)".into());
    }
    fits_long_long
        .then(|| format!("{value}{}", if i32::try_from(value).is_ok() { "" } else { "LL" }))
}

/// The sum is computed in a type in which it cannot overflow, whatever the values are.
fn linear(terms: &[Term], equal: bool, constant: i128) -> Option<String> {
    let mut most = constant.checked_abs()?;
    for term in terms {
        let value = term.place.ty.max().max(term.place.ty.min().checked_neg()?);
        most = most.checked_add(term.factor.checked_abs()?.checked_mul(value)?)?;
    }
    let cast = if most <= i128::from(i32::MAX) {
        ""
    } else if most <= i128::from(i64::MAX) {
        "(long long)"
    } else if most < i128::MAX / 4 && i64::try_from(constant).is_ok() {
        "(__int128)"
    } else {
        return None;
    };
    sum(terms, equal, constant, cast)
}

/// The sum of terms in a type.
fn sum(terms: &[Term], equal: bool, constant: i128, cast: &str) -> Option<String> {
    if terms.iter().any(|term| i64::try_from(term.factor).is_err()) {
        return None;
    }
    let mut text = String::new();
    for (number, term) in terms.iter().enumerate() {
        let sign = match (number, term.factor < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        let size = term.factor.unsigned_abs();
        let suffix = if size > i32::MAX as u128 { "LL" } else { "" };
        let factor = if size == 1 { String::new() } else { format!("{size}{suffix} * ") };
        text.push_str(&format!("{sign}{factor}{cast}{}", term.place.text));
    }
    let suffix = if i32::try_from(constant).is_ok() { "" } else { "LL" };
    Some(format!("{text} {} {constant}{suffix}", if equal { "==" } else { "<=" }))
}

/// Computed in a type that holds the difference.
fn congruence(place: &Lvalue, modulus: i128, remainder: i128) -> Option<String> {
    let small = i32::try_from(modulus).is_ok();
    let cast = if place.ty.bits < 32 {
        "(long)"
    } else if place.ty.bits <= 63 {
        "(long long)"
    } else {
        "(__int128)"
    };
    small.then(|| format!("({cast}{} - {remainder}) % {modulus} == 0", place.text))
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.facts.iter().map(Fact::to_string).collect();
        if parts.is_empty() { f.write_str("true") } else { f.write_str(&parts.join(" && ")) }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Range { place, low: Some(low), high: Some(high) } if low == high => {
                write!(f, "{} == {low}", place.text)
            }
            Fact::Range { place, low, high } => {
                let low = low.map(|low| format!("{low} <= {}", place.text));
                let high = high.map(|high| format!("{} <= {high}", place.text));
                let parts: Vec<String> = low.into_iter().chain(high).collect();
                f.write_str(&parts.join(" && "))
            }
            Fact::Linear { terms, equal, constant } => {
                for (number, term) in terms.iter().enumerate() {
                    let sign = match (number, term.factor < 0) {
                        (0, false) => "",
                        (0, true) => "-",
                        (_, false) => " + ",
                        (_, true) => " - ",
                    };
                    match term.factor.unsigned_abs() {
                        1 => write!(f, "{sign}{}", term.place.text)?,
                        size => write!(f, "{sign}{size} * {}", term.place.text)?,
                    }
                }
                write!(f, " {} {constant}", if *equal { "==" } else { "<=" })
            }
            Fact::Congruence { place, modulus, remainder } => {
                write!(f, "{} = {remainder} mod {modulus}", place.text)
            }
            Fact::Null { place, negated } => {
                write!(f, "{place} {} 0", if *negated { "!=" } else { "==" })
            }
            Fact::Opaque(text) => f.write_str(text),
        }
    }
}

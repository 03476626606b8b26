//! Rational numbers of any size that stay in two machine words while they are small.

use std::cmp::Ordering;
use std::num::NonZeroU64;

use dashu_int::IBig;
use dashu_int::ops::Gcd;

use super::Int;
use super::words::Words;

/// A rational number, in 16 bytes.
///
/// The form is canonical: lowest terms, a positive denominator, and machine words whenever the
/// numerator fits in an i64 and the denominator in a u64. Equality and hashing look at the form
/// alone.
///
/// ```
/// use soundline_domains::numbers::Rat;
/// let half = Rat::new(2, 4).expect("4 is not 0");
/// assert_eq!(half.to_string(), "1/2");
/// assert_eq!(&half + &half, Rat::ONE);
/// assert_eq!(half.div(&Rat::ZERO), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rat(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(i64, NonZeroU64),
    /// Numerator and denominator, of which at least one does not fit.
    Big(Box<(IBig, IBig)>),
}

use Form::{Big, Small};

const UNIT: NonZeroU64 = NonZeroU64::MIN;

impl Rat {
    /// Zero.
    pub const ZERO: Rat = Rat(Small(0, UNIT));
    /// One.
    pub const ONE: Rat = Rat(Small(1, UNIT));

    /// The fraction in lowest terms; `None` if the denominator is 0.
    pub fn new(numerator: impl Into<Int>, denominator: impl Into<Int>) -> Option<Rat> {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        if denominator.is_zero() {
            return None;
        }
        if let (Some(n), Some(d)) = (numerator.to_i64(), denominator.to_i64()) {
            let n = if d < 0 { n.checked_neg() } else { Some(n) };
            if let Some(Words(n, Some(d))) = n.map(|n| Words::lowest(n, d.unsigned_abs())) {
                return Some(Rat(Small(n, d)));
            }
        }
        let (n, d) = (numerator.big().into_owned(), denominator.big().into_owned());
        Some(if denominator.is_negative() { Rat::reduced(-n, -d) } else { Rat::reduced(n, d) })
    }

    /// The numerator; it carries the sign.
    pub fn numerator(&self) -> Int {
        match &self.0 {
            Small(n, _) => Int::from(*n),
            Big(pair) => Int::from_big(pair.0.clone()),
        }
    }

    /// The denominator, which is positive.
    pub fn denominator(&self) -> Int {
        match &self.0 {
            Small(_, d) => Int::from(d.get()),
            Big(pair) => Int::from_big(pair.1.clone()),
        }
    }

    /// Numerator and denominator if they are machine words: what kernels over rows want.
    #[inline]
    pub fn to_words(&self) -> Option<(i64, u64)> {
        match self.0 {
            Small(n, d) => Some((n, d.get())),
            Big(_) => None,
        }
    }

    /// The number of two words that are in lowest terms; `None` if the denominator is 0.
    #[inline]
    pub(crate) fn of_lowest(numerator: i64, denominator: u64) -> Option<Rat> {
        debug_assert!(super::gcd_u64(numerator.unsigned_abs(), denominator) == 1);
        Some(Rat(Small(numerator, NonZeroU64::new(denominator)?)))
    }

    /// The value, if it is an integer that fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Small(n, UNIT) => Some(n),
            _ => None,
        }
    }

    /// The value, if it is an integer that fits.
    #[inline]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Small(n, UNIT) => Some((*n).into()),
            Big(pair) if pair.1.is_one() => i128::try_from(&pair.0).ok(),
            _ => None,
        }
    }

    /// The value, if it is an integer.
    pub fn to_int(&self) -> Option<Int> {
        self.is_integer().then(|| self.numerator())
    }

    /// True if the denominator is 1.
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, d) => *d == UNIT,
            Big(pair) => pair.1.is_one(),
        }
    }

    /// True for 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }

    /// How the number compares with 0.
    #[inline]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small(n, _) => n.cmp(&0),
            Big(pair) if pair.0.sign() == dashu_int::Sign::Negative => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    /// True for numbers below 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// True for numbers above 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// The distance from 0.
    pub fn abs(&self) -> Rat {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// The largest integer that is not above.
    ///
    /// ```
    /// use soundline_domains::numbers::Rat;
    /// let x: Rat = "-7/2".parse()?;
    /// assert_eq!((x.floor(), x.ceil(), x.trunc()), ((-4).into(), (-3).into(), (-3).into()));
    /// # Ok::<(), soundline_domains::numbers::NumberError>(())
    /// ```
    pub fn floor(&self) -> Int {
        match &self.0 {
            Small(n, UNIT) => Int::from(*n),
            Big(pair) if pair.1.is_one() => Int::from_big(pair.0.clone()),
            _ => self.numerator().div_floor(&self.denominator()).expect("denominators are not 0"),
        }
    }

    /// The smallest integer that is not below.
    pub fn ceil(&self) -> Int {
        if self.is_integer() { self.numerator() } else { -self.negated().floor() }
    }

    /// The number without its fraction: rounded towards 0.
    pub fn trunc(&self) -> Int {
        if self.is_negative() { self.ceil() } else { self.floor() }
    }

    /// The quotient; `None` if the divisor is 0.
    pub fn div(&self, divisor: &Rat) -> Option<Rat> {
        Some(self.times(&divisor.recip()?))
    }

    /// One divided by the number; `None` for 0.
    pub fn recip(&self) -> Option<Rat> {
        if let Small(n, d) = self.0 {
            let denominator = NonZeroU64::new(n.unsigned_abs())?;
            if let Ok(numerator) = i64::try_from(d.get()) {
                let numerator = if n < 0 { -numerator } else { numerator };
                return Some(Rat(Small(numerator, denominator)));
            }
        }
        let (n, d) = self.pair();
        Some(match self.sign() {
            Ordering::Less => Rat::from_lowest(-d, -n),
            _ => Rat::from_lowest(d, n),
        })
    }

    /// The number to the given power; 0 to the power 0 is 1.
    pub fn pow(&self, exponent: u32) -> Rat {
        // Powers of coprime numbers are coprime.
        let (n, d) = (self.numerator().pow(exponent), self.denominator().pow(exponent));
        Rat::from_lowest(n.big().into_owned(), d.big().into_owned())
    }

    /// The number in the middle of two.
    pub fn midpoint(&self, other: &Rat) -> Rat {
        (self + other) * Rat(Small(1, UNIT.saturating_add(1)))
    }

    /// n/d in lowest terms, small if it fits. The denominator is positive.
    fn reduced(n: IBig, d: IBig) -> Rat {
        let divisor = IBig::from((&n).gcd(&d));
        if divisor.is_one() {
            Rat::from_lowest(n, d)
        } else {
            Rat::from_lowest(n / &divisor, d / divisor)
        }
    }

    /// n/d, which is in lowest terms already, small if it fits. The denominator is positive.
    fn from_lowest(n: IBig, d: IBig) -> Rat {
        match (i64::try_from(&n), u64::try_from(&d).ok().and_then(NonZeroU64::new)) {
            (Ok(n), Some(d)) => Rat(Small(n, d)),
            _ => Rat(Big(Box::new((n, d)))),
        }
    }

    /// Numerator and denominator in arbitrary precision; small ones do not allocate.
    fn pair(&self) -> (IBig, IBig) {
        match &self.0 {
            Small(n, d) => (IBig::from(*n), IBig::from(d.get())),
            Big(pair) => (pair.0.clone(), pair.1.clone()),
        }
    }

    #[inline]
    pub(super) fn plus(&self, other: &Rat) -> Rat {
        if let (&Small(a, b), &Small(c, d)) = (&self.0, &other.0) {
            if b.get() | d.get() == 1 {
                if let Some(sum) = a.checked_add(c) {
                    return Rat(Small(sum, UNIT));
                }
            } else if let Words(n, Some(d)) = Words::sum(a, b.get(), c, d.get()) {
                return Rat(Small(n, d));
            }
        }
        self.plus_slowly(other)
    }

    #[inline]
    pub(super) fn minus(&self, other: &Rat) -> Rat {
        if let (&Small(a, b), &Small(c, d)) = (&self.0, &other.0) {
            if b.get() | d.get() == 1 {
                if let Some(difference) = a.checked_sub(c) {
                    return Rat(Small(difference, UNIT));
                }
            } else if let Some(c) = c.checked_neg()
                && let Words(n, Some(d)) = Words::sum(a, b.get(), c, d.get())
            {
                return Rat(Small(n, d));
            }
        }
        self.plus_slowly(&other.negated())
    }

    #[inline]
    pub(super) fn times(&self, other: &Rat) -> Rat {
        if let (&Small(a, b), &Small(c, d)) = (&self.0, &other.0) {
            if b.get() | d.get() == 1 {
                if let Some(product) = a.checked_mul(c) {
                    return Rat(Small(product, UNIT));
                }
            } else if let Words(n, Some(d)) = Words::product(a, b.get(), c, d.get()) {
                return Rat(Small(n, d));
            }
        }
        self.times_slowly(other)
    }

    #[inline]
    pub(super) fn negated(&self) -> Rat {
        if let Small(n, d) = &self.0
            && let Some(n) = n.checked_neg()
        {
            return Rat(Small(n, *d));
        }
        let (n, d) = self.pair();
        Rat::from_lowest(-n, d)
    }

    #[cold]
    #[inline(never)]
    fn plus_slowly(&self, other: &Rat) -> Rat {
        let ((a, b), (c, d)) = (self.pair(), other.pair());
        if b == d {
            return if b.is_one() { Rat::from_lowest(a + c, b) } else { Rat::reduced(a + c, b) };
        }
        Rat::reduced(a * &d + c * &b, b * d)
    }

    #[cold]
    #[inline(never)]
    fn times_slowly(&self, other: &Rat) -> Rat {
        let ((a, b), (c, d)) = (self.pair(), other.pair());
        if b.is_one() && d.is_one() {
            return Rat::from_lowest(a * c, b);
        }
        Rat::reduced(a * c, b * d)
    }
}

impl Default for Rat {
    fn default() -> Rat {
        Rat::ZERO
    }
}

impl PartialOrd for Rat {
    #[inline]
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rat {
    #[inline]
    fn cmp(&self, other: &Rat) -> Ordering {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            if b == d {
                return a.cmp(c);
            }
            // |a·d| is below 2^127.
            let (left, right) =
                (i128::from(*a) * i128::from(d.get()), i128::from(*c) * i128::from(b.get()));
            return left.cmp(&right);
        }
        let ((a, b), (c, d)) = (self.pair(), other.pair());
        (a * d).cmp(&(c * b))
    }
}

impl From<Int> for Rat {
    fn from(value: Int) -> Rat {
        Rat::from(&value)
    }
}

impl From<&Int> for Rat {
    fn from(value: &Int) -> Rat {
        match value.to_i64() {
            Some(small) => Rat(Small(small, UNIT)),
            None => Rat(Big(Box::new((value.big().into_owned(), IBig::ONE)))),
        }
    }
}

macro_rules! from_integers {
    ($($Type:ty),*) => {$(
        impl From<$Type> for Rat {
            #[inline]
            fn from(value: $Type) -> Rat {
                Rat::from(Int::from(value))
            }
        }
    )*};
}

from_integers!(i8, i16, i32, u8, u16, u32, u64, u128, isize, usize);

impl From<i64> for Rat {
    #[inline]
    fn from(value: i64) -> Rat {
        Rat(Small(value, UNIT))
    }
}

impl From<i128> for Rat {
    fn from(value: i128) -> Rat {
        match i64::try_from(value) {
            Ok(small) => Rat(Small(small, UNIT)),
            Err(_) => Rat(Big(Box::new((IBig::from(value), IBig::ONE)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_two_words() {
        assert_eq!(size_of::<Rat>(), 16);
    }

    #[test]
    fn travels_between_threads() {
        fn check<T: Send + Sync>() {}
        check::<Int>();
        check::<Rat>();
    }

    #[test]
    fn the_denominator_uses_the_whole_word() {
        let tiny = Rat::new(1, u64::MAX).expect("not 0");
        assert_eq!(tiny.to_words(), Some((1, u64::MAX)));
        let large = tiny.recip().expect("not 0");
        assert_eq!(large.to_words(), None);
        assert_eq!(large.to_int(), Some(Int::from(u64::MAX)));
        assert_eq!(large.recip(), Some(tiny));
    }

    #[test]
    fn the_least_numerator() {
        let least = Rat::from(i64::MIN);
        assert_eq!(least.recip(), Rat::new(-1, 1u64 << 63));
        assert_eq!(least.recip().and_then(|r| r.recip()), Some(least.clone()));
        assert_eq!(Rat::new(i64::MIN, i64::MIN), Some(Rat::ONE));
        assert_eq!(Rat::new(i64::MIN, -1), Some(Rat::from(1u64 << 63)));
        assert_eq!(-(-&least), least);
        assert_eq!(&least - &least, Rat::ZERO);
        assert_eq!(Rat::new(i64::MIN, 1u64 << 63), Some(Rat::from(-1)));
    }

    #[test]
    fn zero_has_one_form() {
        assert_eq!(Rat::new(0, -5), Some(Rat::ZERO));
        let third = Rat::new(1, 3).expect("not 0");
        assert_eq!(&third * Rat::ZERO, Rat::ZERO);
        assert_eq!(&third - &third, Rat::ZERO);
        assert_eq!(Rat::ZERO.recip(), None);
        assert_eq!(Rat::ZERO.pow(0), Rat::ONE);
    }

    #[test]
    fn powers_and_midpoints() {
        let x = Rat::new(-3, 2).expect("not 0");
        assert_eq!(x.pow(3), Rat::new(-27, 8).expect("not 0"));
        assert_eq!(x.pow(100).pow(2), x.pow(200));
        assert_eq!(Rat::from(i64::MAX).midpoint(&Rat::from(i64::MAX)), i64::MAX);
        assert_eq!(Rat::from(1).midpoint(&Rat::from(2)), Rat::new(3, 2).expect("not 0"));
    }
}

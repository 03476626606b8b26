//! Exact numbers to and from f64, rounded only in the direction that is asked for.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, UnsignedAbs};

use super::{Int, Rat, round};

/// Bits of an f64's significand.
const PRECISION: i64 = 53;
/// The exponent of the smallest positive f64.
const LEAST_EXPONENT: i64 = -1074;
/// Integers up to here are f64s.
const EXACT: u64 = 1 << PRECISION;

impl Rat {
    /// The exact value; `None` for NaN and infinities.
    ///
    /// ```
    /// use soundline_domains::numbers::Rat;
    /// assert_eq!(Rat::from_f64(-0.75), "-3/4".parse().ok());
    /// assert_ne!(Rat::from_f64(0.1), "1/10".parse().ok());
    /// assert_eq!(Rat::from_f64(f64::NAN), None);
    /// ```
    pub fn from_f64(value: f64) -> Option<Rat> {
        if !value.is_finite() {
            return None;
        }
        if value == 0.0 {
            return Some(Rat::ZERO);
        }
        let bits = value.to_bits();
        let biased = (bits >> 52) & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        let significand = if biased == 0 { fraction } else { fraction | (1 << 52) };
        let twos = significand.trailing_zeros();
        let exponent = LEAST_EXPONENT + biased.saturating_sub(1) as i64 + i64::from(twos);
        let odd = Int::from(significand >> twos);
        let odd = if value < 0.0 { -odd } else { odd };
        let power = |bits: i64| Int::ONE.shl(bits.unsigned_abs() as u32);
        if exponent >= 0 {
            odd.shl(exponent as u32).map(Rat::from)
        } else {
            Rat::new(odd, power(exponent)?)
        }
    }

    /// The largest f64 that is not above the number.
    ///
    /// ```
    /// use soundline_domains::numbers::Rat;
    /// let third: Rat = "1/3".parse()?;
    /// assert!(Rat::from_f64(third.to_f64_down()) < Some(third.clone()));
    /// assert_eq!(third.to_f64_down().next_up(), third.to_f64_up());
    /// # Ok::<(), soundline_domains::numbers::NumberError>(())
    /// ```
    pub fn to_f64_down(&self) -> f64 {
        -self.negated().to_f64_up() + 0.0
    }

    /// The smallest f64 that is not below the number.
    pub fn to_f64_up(&self) -> f64 {
        if let Some((n, d)) = self.to_words()
            && n.unsigned_abs() <= EXACT
            && d <= EXACT
        {
            return round::div_up(n as f64, d as f64) + 0.0;
        }
        let magnitude = self.numerator().big().into_owned().unsigned_abs();
        let (below, exact) =
            truncated(magnitude, self.denominator().big().into_owned().unsigned_abs());
        match (self.is_negative(), exact) {
            (true, _) => -below + 0.0,
            (false, true) => below,
            (false, false) => below.next_up(),
        }
    }

    /// The f64 with exactly this value, if there is one.
    pub fn to_f64_exact(&self) -> Option<f64> {
        let (down, up) = (self.to_f64_down(), self.to_f64_up());
        (down == up).then_some(down)
    }
}

impl Int {
    /// The largest f64 that is not above the number.
    pub fn to_f64_down(&self) -> f64 {
        Rat::from(self).to_f64_down()
    }

    /// The smallest f64 that is not below the number.
    pub fn to_f64_up(&self) -> f64 {
        Rat::from(self).to_f64_up()
    }
}

/// The largest f64 that is not above n/d, and whether it is equal.
fn truncated(n: UBig, d: UBig) -> (f64, bool) {
    if n.is_zero() {
        return (0.0, true);
    }
    // Scale so that the integer quotient has at least the bits of a significand.
    let scale = PRECISION + 1 + d.bit_len() as i64 - n.bit_len() as i64;
    let places = scale.unsigned_abs() as usize;
    let (quotient, rest) =
        if scale >= 0 { (n << places).div_rem(d) } else { n.div_rem(d << places) };
    // n/d is (quotient + something below 1) * 2^-scale.
    let surplus =
        (quotient.bit_len() as i64 - PRECISION).max(LEAST_EXPONENT + scale).max(0) as usize;
    let kept = &quotient >> surplus;
    let exact = rest.is_zero() && &kept << surplus == quotient;
    let kept = u64::try_from(&kept).expect("a significand has 53 bits");
    match scaled(kept, surplus as i64 - scale) {
        Some(value) => (value, exact),
        None => (f64::MAX, false),
    }
}

/// significand * 2^exponent, which is an f64 unless it is too large.
fn scaled(significand: u64, exponent: i64) -> Option<f64> {
    let length = i64::from(u64::BITS - significand.leading_zeros());
    let top = exponent + length - 1;
    if significand == 0 {
        Some(0.0)
    } else if top > 1023 {
        None
    } else if top >= -1022 {
        let fraction = (significand << (PRECISION - length)) & ((1 << 52) - 1);
        Some(f64::from_bits((((top + 1023) as u64) << 52) | fraction))
    } else {
        Some(f64::from_bits(significand << (exponent - LEAST_EXPONENT)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rat(text: &str) -> Rat {
        text.parse().expect("a number")
    }

    #[test]
    fn every_kind_of_f64_comes_back() {
        for value in [
            0.0,
            1.0,
            0.1,
            -1e300,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            -1.5e-310,
            9007199254740993.0,
            9007199254740991.0,
            1e22,
            3.0 * 5e-324,
        ] {
            let exact = Rat::from_f64(value).expect("finite");
            assert_eq!(exact.to_f64_exact(), Some(value));
        }
        assert!(Rat::from_f64(-0.0).expect("finite").to_f64_down().is_sign_positive());
        assert_eq!(Rat::from_f64(f64::INFINITY), None);
    }

    #[test]
    fn rounds_outward_at_the_limits() {
        let above = Rat::from_f64(f64::MAX).expect("finite") + Rat::ONE;
        assert_eq!((above.to_f64_down(), above.to_f64_up()), (f64::MAX, f64::INFINITY));
        let below = -above;
        assert_eq!((below.to_f64_down(), below.to_f64_up()), (f64::NEG_INFINITY, f64::MIN));
        let tiny = rat("1/10").pow(400);
        assert_eq!((tiny.to_f64_down(), tiny.to_f64_up()), (0.0, 5e-324));
        let odd = Int::from((1i64 << 53) + 1);
        assert_eq!((odd.to_f64_down(), odd.to_f64_up()), (9007199254740992.0, 9007199254740994.0));
        let most = Int::from(i64::MAX);
        assert_eq!(
            (most.to_f64_down(), most.to_f64_up()),
            (9223372036854774784.0, 9223372036854775808.0)
        );
        assert_eq!(Int::from(i64::MIN).to_f64_up(), -9223372036854775808.0);
    }
}

//! The integers and fractions of GMP, which every library of abstract domains computes with.
//!
//! The layout of both is part of GMP's stable interface of binaries. Reading needs no call at all.

use std::ffi::{c_int, c_long, c_void};
use std::mem::{MaybeUninit, transmute};
use std::path::Path;

use soundline_domains::numbers::{Int, Rat};

use super::library::{Library, Scope};
use crate::target::TargetError;

/// `mpz_t`: an integer as GMP stores it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mpz {
    allocated: c_int,
    /// The number of limbs, negative for negative numbers.
    size: c_int,
    limbs: *mut u64,
}

/// `mpq_t`: a fraction as GMP stores it, in lowest terms and with a positive denominator.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mpq {
    /// Above the line.
    pub(crate) numerator: Mpz,
    /// Below the line; 0 is how APRON writes an infinity.
    pub(crate) denominator: Mpz,
}

/// What a fraction stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number.
    Finite(Rat),
    /// 1/0.
    PlusInfinity,
    /// -1/0.
    MinusInfinity,
    /// 0/0, or the NaN of a float.
    Nothing,
}

impl Mpz {
    /// The integer.
    ///
    /// # Safety
    /// It was initialised by GMP and not cleared.
    pub(crate) unsafe fn get(&self) -> Int {
        let count = self.size.unsigned_abs() as usize;
        if count == 0 {
            return Int::ZERO;
        }
        // SAFETY: an initialised integer has |size| limbs.
        let limbs = unsafe { std::slice::from_raw_parts(self.limbs, count) };
        let shift = |high: Int, limb: &u64| {
            let high = high.shl(u64::BITS).expect("64 bits are few enough for a shift");
            high + Int::from(*limb)
        };
        let magnitude = limbs.iter().rev().fold(Int::ZERO, shift);
        if self.size < 0 { -magnitude } else { magnitude }
    }
}

impl Mpq {
    /// The fraction.
    ///
    /// # Safety
    /// It was initialised by GMP and not cleared.
    pub(crate) unsafe fn get(&self) -> Value {
        // SAFETY: both parts of an initialised fraction are initialised.
        let (numerator, denominator) = unsafe { (self.numerator.get(), self.denominator.get()) };
        match Rat::new(numerator, denominator) {
            Some(number) => Value::Finite(number),
            None if self.numerator.size > 0 => Value::PlusInfinity,
            None if self.numerator.size < 0 => Value::MinusInfinity,
            None => Value::Nothing,
        }
    }
}

/// The functions of GMP that make numbers.
#[derive(Clone, Copy)]
pub(crate) struct Gmp {
    mpz_init: Unary<Mpz>,
    mpz_clear: Unary<Mpz>,
    mpz_set_si: SetWord,
    mpz_import: Import,
    mpq_init: Unary<Mpq>,
    mpq_clear: Unary<Mpq>,
}

type Address = *mut c_void;
/// A function that initialises or clears a number.
type Unary<Number> = unsafe extern "C" fn(*mut Number);
type SetWord = unsafe extern "C" fn(*mut Mpz, c_long);
type Import =
    unsafe extern "C" fn(*mut Mpz, usize, c_int, usize, c_int, usize, *const c_void) -> ();

impl Gmp {
    /// Load GMP, whose symbols all libraries that are opened later can use.
    pub(crate) fn open() -> Result<Gmp, TargetError> {
        let library = Library::open(Path::new("libgmp.so.10"), Scope::Global)?;
        let symbol = |name: &str| library.require(name).map(|address| address.as_ptr());
        // SAFETY: these are the functions of GMP with those names, and gmp.h gives them these types.
        unsafe {
            Ok(Gmp {
                mpz_init: transmute::<Address, Unary<Mpz>>(symbol("__gmpz_init")?),
                mpz_clear: transmute::<Address, Unary<Mpz>>(symbol("__gmpz_clear")?),
                mpz_set_si: transmute::<Address, SetWord>(symbol("__gmpz_set_si")?),
                mpz_import: transmute::<Address, Import>(symbol("__gmpz_import")?),
                mpq_init: transmute::<Address, Unary<Mpq>>(symbol("__gmpq_init")?),
                mpq_clear: transmute::<Address, Unary<Mpq>>(symbol("__gmpq_clear")?),
            })
        }
    }

    /// A new integer 0.
    pub(crate) fn integer(&self) -> Integer {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: mpz_init initialises what it is given.
        let raw = unsafe {
            (self.mpz_init)(raw.as_mut_ptr());
            raw.assume_init()
        };
        Integer { raw, gmp: *self }
    }

    /// A new fraction 0.
    pub(crate) fn fraction(&self) -> Fraction {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: mpq_init initialises what it is given.
        let raw = unsafe {
            (self.mpq_init)(raw.as_mut_ptr());
            raw.assume_init()
        };
        Fraction { raw, gmp: *self }
    }

    /// Write an integer.
    ///
    /// # Safety
    /// The target was initialised by GMP and not cleared.
    pub(crate) unsafe fn set(&self, target: *mut Mpz, value: &Int) {
        if let Some(small) = value.to_i64() {
            // SAFETY: the target is initialised.
            return unsafe { (self.mpz_set_si)(target, small as c_long) };
        }
        let limbs = limbs_of(value);
        let (least_first, native, word) = (-1, 0, size_of::<u64>());
        // SAFETY: the target is initialised, and there are so many whole limbs to read.
        unsafe {
            let data = limbs.as_ptr().cast();
            (self.mpz_import)(target, limbs.len(), least_first, word, native, 0, data);
            if value.is_negative() {
                (*target).size = -(*target).size;
            }
        }
    }
}

/// The magnitude, least significant limb first.
fn limbs_of(value: &Int) -> Vec<u64> {
    let mut rest = value.abs();
    let mut limbs = Vec::new();
    while !rest.is_zero() {
        let limb = rest.wrap(u64::BITS, false).to_i128();
        limbs.push(limb.expect("a wrapped number fits") as u64);
        rest = rest.shr(u64::BITS);
    }
    limbs
}

/// An integer of GMP that is ours.
pub(crate) struct Integer {
    raw: Mpz,
    gmp: Gmp,
}

impl Integer {
    /// Set the value.
    pub(crate) fn set(&mut self, value: &Int) {
        // SAFETY: it is initialised as long as it lives.
        unsafe { self.gmp.set(&mut self.raw, value) }
    }

    /// The value.
    pub(crate) fn get(&self) -> Int {
        // SAFETY: it is initialised as long as it lives.
        unsafe { self.raw.get() }
    }

    /// For calls of libraries that read or write it.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut Mpz {
        &mut self.raw
    }
}

impl Drop for Integer {
    fn drop(&mut self) {
        // SAFETY: it is initialised, and nobody uses it after this.
        unsafe { (self.gmp.mpz_clear)(&mut self.raw) }
    }
}

/// A fraction of GMP that is ours.
pub(crate) struct Fraction {
    raw: Mpq,
    gmp: Gmp,
}

impl Fraction {
    /// Set the value.
    pub(crate) fn set(&mut self, value: &Rat) {
        // SAFETY: it is initialised as long as it lives. A Rat is in lowest terms, as GMP demands.
        unsafe {
            self.gmp.set(&mut self.raw.numerator, &value.numerator());
            self.gmp.set(&mut self.raw.denominator, &value.denominator());
        }
    }

    /// The value.
    pub(crate) fn get(&self) -> Value {
        // SAFETY: it is initialised as long as it lives.
        unsafe { self.raw.get() }
    }

    /// For calls of libraries that read or write it.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut Mpq {
        &mut self.raw
    }
}

impl Drop for Fraction {
    fn drop(&mut self) {
        // SAFETY: it is initialised, and nobody uses it after this.
        unsafe { (self.gmp.mpq_clear)(&mut self.raw) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [&str; 9] = [
        "0",
        "1",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551616",
        "-340282366920938463463374607431768211457",
        "-1/18446744073709551617",
        "123456789012345678901234567890123456789/340282366920938463463374607431768211456",
    ];

    #[test]
    fn numbers_come_back_as_they_went_in() {
        let Ok(gmp) = Gmp::open() else {
            soundline_needs::PPL.missing("GMP is not installed");
            return;
        };
        let (mut integer, mut fraction) = (gmp.integer(), gmp.fraction());
        for text in NUMBERS {
            let number: Rat = text.parse().expect(text);
            fraction.set(&number);
            assert_eq!(fraction.get(), Value::Finite(number.clone()), "{text}");
            integer.set(&number.numerator());
            assert_eq!(integer.get(), number.numerator(), "{text}");
        }
    }

    #[test]
    fn a_zero_denominator_is_an_infinity() {
        let Ok(gmp) = Gmp::open() else {
            soundline_needs::PPL.missing("GMP is not installed");
            return;
        };
        let mut fraction = gmp.fraction();
        for (numerator, expected) in
            [(5, Value::PlusInfinity), (-1, Value::MinusInfinity), (0, Value::Nothing)]
        {
            fraction.set(&Rat::from(numerator));
            fraction.raw.denominator.size = 0;
            assert_eq!(fraction.get(), expected);
        }
    }
}

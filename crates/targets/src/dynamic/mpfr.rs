//! The floats of MPFR, read exactly.

use std::ffi::{c_int, c_long, c_void};
use std::mem::transmute;
use std::path::Path;

use super::gmp::{Fraction, Gmp, Mpq, Value};
use super::library::{Library, Scope};
use crate::target::TargetError;

/// `mpfr_t`: a float as MPFR stores it. Only its address travels and its kind is read.
#[repr(C)]
pub(crate) struct Mpfr {
    precision: c_long,
    sign: c_int,
    exponent: c_long,
    limbs: *mut u64,
}

/// Exponents with a meaning of their own, as mpfr.h defines them.
const ZERO: c_long = c_long::MIN + 1;
const NOT_A_NUMBER: c_long = c_long::MIN + 2;
const INFINITY: c_long = c_long::MIN + 3;

type GetFraction = unsafe extern "C" fn(*mut Mpq, *const Mpfr);

/// The function of MPFR that reads a float exactly.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    mpfr_get_q: GetFraction,
    gmp: Gmp,
}

impl Reader {
    /// Load MPFR, whose symbols all libraries that are opened later can use.
    pub(crate) fn open(gmp: Gmp) -> Result<Reader, TargetError> {
        let library = Library::open(Path::new("libmpfr.so.6"), Scope::Global)?;
        let symbol = library.require("mpfr_get_q")?.as_ptr();
        // SAFETY: this is the function of MPFR 4, and mpfr.h gives it this type.
        Ok(Reader { mpfr_get_q: unsafe { transmute::<*mut c_void, GetFraction>(symbol) }, gmp })
    }

    /// The exact value of a float.
    ///
    /// # Safety
    /// It was initialised by MPFR and not cleared.
    pub(crate) unsafe fn get(&self, float: *const Mpfr) -> Value {
        // SAFETY: the float is initialised.
        let (exponent, sign) = unsafe { ((*float).exponent, (*float).sign) };
        match exponent {
            NOT_A_NUMBER => Value::Nothing,
            INFINITY if sign > 0 => Value::PlusInfinity,
            INFINITY => Value::MinusInfinity,
            ZERO => Value::Finite(0.into()),
            _ => {
                let mut fraction: Fraction = self.gmp.fraction();
                // SAFETY: both numbers are initialised, and the float is finite.
                unsafe { (self.mpfr_get_q)(fraction.as_mut_ptr(), float) };
                fraction.get()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::numbers::Rat;
    use std::mem::MaybeUninit;

    #[test]
    fn floats_are_read_exactly() {
        let Some(reader) = Gmp::open().and_then(Reader::open).ok() else {
            soundline_needs::APRON.missing("GMP or MPFR is not installed");
            return;
        };
        let library = Library::open(Path::new("libmpfr.so.6"), Scope::Global).expect("just opened");
        let symbol = |name| library.require(name).expect("MPFR has it").as_ptr();
        // SAFETY: the functions have these types in mpfr.h, and the float is initialised first.
        unsafe {
            type Unary = unsafe extern "C" fn(*mut Mpfr);
            type Set = unsafe extern "C" fn(*mut Mpfr, f64, c_int) -> c_int;
            let init = transmute::<*mut c_void, Unary>(symbol("mpfr_init"));
            let set = transmute::<*mut c_void, Set>(symbol("mpfr_set_d"));
            let clear = transmute::<*mut c_void, Unary>(symbol("mpfr_clear"));
            let mut float = MaybeUninit::uninit();
            init(float.as_mut_ptr());
            let float = float.as_mut_ptr();
            let read = |value: f64| {
                set(float, value, 0);
                reader.get(float)
            };
            assert_eq!(read(f64::INFINITY), Value::PlusInfinity);
            assert_eq!(read(f64::NEG_INFINITY), Value::MinusInfinity);
            assert_eq!(read(f64::NAN), Value::Nothing);
            for value in [0.0, -0.0, 0.1, -1e300, 5e-324, 3.0] {
                assert_eq!(Some(read(value)), Rat::from_f64(value).map(Value::Finite), "{value}");
            }
            clear(float);
        }
    }
}

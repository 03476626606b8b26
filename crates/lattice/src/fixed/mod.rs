//! Domains for machine words of a fixed width, as they stand in compilers and verifiers.
//!
//! - [`KnownBits`]: the bits known to be 0 and those known to be 1, as in LLVM;
//! - [`Tnum`]: tristate numbers, a value and a mask of unknown bits, as in Linux's BPF verifier;
//! - [`WrappedInterval`]: segments of the number circle (Navas et al., APLAS 2012), LLVM's
//!   `ConstantRange`.
//!
//! Known bits and tristate numbers are the same lattice in two representations. They share what
//! works bit by bit, shifts and divisions. Each brings the addition and subtraction it is known for, so
//! that comparing them is worthwhile; products of known bits are more precise.
//!
//! ```
//! use soundline_lattice::{Concrete, Lattice, fixed::{FixedWidth, WrappedInterval}};
//! let bytes = WrappedInterval::new(8);
//! let near_zero = bytes.segment(250, 5);
//! let sum = bytes.add(&near_zero, &bytes.segment(10, 10));
//! assert_eq!(bytes.show(&sum), "[4, 15]");
//! assert!(bytes.contains(&near_zero, &255));
//! ```

mod bits;
mod concrete;
mod division;
pub mod known_bits;
pub mod tnum;
mod words;
pub mod wrapped;

pub use concrete::{Binary, Cast, Unary, Width};
pub use known_bits::{KnownBits, KnownBitsElem};
pub use tnum::{Tnum, TnumElem, Tristate};
pub use words::any_word;
pub use wrapped::{Segment, WrappedElem, WrappedInterval};

use crate::Abstraction;

/// A domain whose elements stand for sets of words of one width.
///
/// Every operator must cover its concrete namesake: the result contains what [`Binary::apply`],
/// [`Unary::apply`] or [`Cast::apply`] give for members of the arguments. Pairs for which the
/// concrete result is undefined contribute nothing, so that dividing by the constant 0 is ⊥.
pub trait FixedWidth: Abstraction<Value = u64> + Sized {
    /// The domain for words of the given width.
    fn of_width(width: Width) -> Self;

    /// The width of the words.
    fn width(&self) -> Width;

    /// An operation on two elements.
    fn binary(&self, operation: Binary, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// An operation on one element.
    fn unary(&self, operation: Unary, a: &Self::Elem) -> Self::Elem;

    /// The element as one of the domain of width `to`.
    ///
    /// # Panics
    /// When an extension would make the words smaller or a truncation larger.
    fn cast(&self, cast: Cast, a: &Self::Elem, to: Width) -> Self::Elem;

    /// Sum, see [`Binary::Add`].
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Add, a, b)
    }

    /// Difference, see [`Binary::Sub`].
    fn sub(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Sub, a, b)
    }

    /// Product, see [`Binary::Mul`].
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Mul, a, b)
    }

    /// Bitwise and, see [`Binary::And`].
    fn and(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::And, a, b)
    }

    /// Bitwise or, see [`Binary::Or`].
    fn or(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Or, a, b)
    }

    /// Bitwise exclusive or, see [`Binary::Xor`].
    fn xor(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Xor, a, b)
    }

    /// Shift of `a` to the left by `b`, see [`Binary::Shl`].
    fn shl(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Shl, a, b)
    }

    /// Shift of `a` to the right by `b`, filling with zeros, see [`Binary::Lshr`].
    fn lshr(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Lshr, a, b)
    }

    /// Shift of `a` to the right by `b`, filling with the sign, see [`Binary::Ashr`].
    fn ashr(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Ashr, a, b)
    }

    /// Unsigned quotient, see [`Binary::Udiv`].
    fn udiv(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Udiv, a, b)
    }

    /// Unsigned remainder, see [`Binary::Urem`].
    fn urem(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Urem, a, b)
    }

    /// Signed quotient, see [`Binary::Sdiv`].
    fn sdiv(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Sdiv, a, b)
    }

    /// Signed remainder, see [`Binary::Srem`].
    fn srem(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        self.binary(Binary::Srem, a, b)
    }

    /// Two's complement, see [`Unary::Neg`].
    fn neg(&self, a: &Self::Elem) -> Self::Elem {
        self.unary(Unary::Neg, a)
    }

    /// Bitwise complement, see [`Unary::Not`].
    fn not(&self, a: &Self::Elem) -> Self::Elem {
        self.unary(Unary::Not, a)
    }

    /// Extension with zeros to width `to`, see [`Cast::Zext`].
    fn zext(&self, a: &Self::Elem, to: Width) -> Self::Elem {
        self.cast(Cast::Zext, a, to)
    }

    /// Extension with the sign to width `to`, see [`Cast::Sext`].
    fn sext(&self, a: &Self::Elem, to: Width) -> Self::Elem {
        self.cast(Cast::Sext, a, to)
    }

    /// The low `to` bits, see [`Cast::Trunc`].
    fn trunc(&self, a: &Self::Elem, to: Width) -> Self::Elem {
        self.cast(Cast::Trunc, a, to)
    }
}

/// Up to this width the domains list their elements: 82 patterns of bits, 242 segments.
const LISTED_ELEMENTS: u32 = 4;

/// Elements list their members when there are no more than this, which is all words of width 8.
const LISTED_MEMBERS: u64 = 256;

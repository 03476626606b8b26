//! Pointers: what they may point to.

use super::Object;
use soundline_c::FunctionId;
use std::collections::BTreeSet;

/// What a pointer may point to. As many bytes after the start of the object as its cell, as a number,
/// says; where it may be null that number is of no account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) bases: Bases,
    /// What is known of the offset beyond its range.
    pub(crate) stride: Stride,
}

/// What a pointer points into. Nothing at all is the empty set: no value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bases {
    /// It may be anything.
    pub(crate) any: bool,
    pub(crate) null: bool,
    /// It may point to an object that is no more. Nothing is known about the value of such a pointer.
    pub(crate) dangling: bool,
    pub(crate) objects: BTreeSet<Object>,
    pub(crate) functions: BTreeSet<FunctionId>,
    /// It is what the allocation of its only object returned: null if that failed, so that there is no such object.
    pub(crate) allocated: bool,
}

/// The offset leaves this remainder. Modulus 0: it is the remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    pub(crate) modulus: u64,
    pub(crate) remainder: i64,
}

impl Stride {
    pub(crate) const ANY: Stride = Stride { modulus: 1, remainder: 0 };

    pub(crate) fn new(modulus: u64, remainder: i64) -> Stride {
        match i64::try_from(modulus) {
            Ok(0) => Stride { modulus, remainder },
            Ok(signed) => Stride { modulus, remainder: remainder.rem_euclid(signed) },
            Err(_) => Stride::ANY,
        }
    }

    pub(crate) fn join(self, other: Stride) -> Stride {
        let apart = self.remainder.abs_diff(other.remainder);
        Stride::new(gcd(gcd(self.modulus, other.modulus), apart), self.remainder)
    }

    pub(crate) fn add(self, other: Stride) -> Stride {
        match self.remainder.checked_add(other.remainder) {
            Some(sum) => Stride::new(gcd(self.modulus, other.modulus), sum),
            None => Stride::ANY,
        }
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Bases {
    pub(crate) fn any() -> Bases {
        Bases { any: true, ..Bases::default() }
    }

    pub(crate) fn null() -> Bases {
        Bases { null: true, ..Bases::default() }
    }

    pub(crate) fn object(object: Object) -> Bases {
        Bases { objects: [object].into(), ..Bases::default() }
    }

    pub(crate) fn function(function: FunctionId) -> Bases {
        Bases { functions: [function].into(), ..Bases::default() }
    }

    pub(crate) fn may_be_null(&self) -> bool {
        self.any || self.null || self.dangling
    }

    /// Whether it is the null pointer.
    pub(crate) fn is_null(&self) -> bool {
        *self == Bases::null()
    }

    /// Whether its value may be any.
    pub(crate) fn is_open(&self) -> bool {
        self.any || self.dangling
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Bases::default()
    }

    /// The same, or null for whatever reason.
    pub(crate) fn or_null(self) -> Bases {
        Bases { null: true, allocated: false, ..self }
    }

    /// An object is no more, or gets another name.
    pub(crate) fn remove(&mut self, object: Object) {
        if self.objects.remove(&object) {
            self.allocated = false;
        }
    }

    /// The only object, if it certainly points into that.
    pub(crate) fn only(&self) -> Option<Object> {
        let bare = !self.is_open() && !self.null && self.functions.is_empty();
        let alone = bare && self.objects.len() == 1;
        self.objects.first().copied().filter(|_| alone)
    }

    pub(crate) fn leq(&self, other: &Bases) -> bool {
        other.any
            || (!self.any
                && (other.null || !self.null)
                && (other.dangling || !self.dangling)
                && self.objects.is_subset(&other.objects)
                && self.functions.is_subset(&other.functions)
                && (!other.allocated || (self.allocated && self.objects == other.objects)))
    }

    pub(crate) fn join(&self, other: &Bases) -> Bases {
        if self.any || other.any {
            return Bases::any();
        }
        Bases {
            any: false,
            null: self.null || other.null,
            dangling: self.dangling || other.dangling,
            objects: self.objects.union(&other.objects).copied().collect(),
            functions: self.functions.union(&other.functions).copied().collect(),
            allocated: self.allocated && other.allocated && self.objects == other.objects,
        }
    }
}

impl Pointer {
    pub(crate) fn any() -> Pointer {
        Pointer { bases: Bases::any(), stride: Stride::ANY }
    }

    pub(crate) fn leq(&self, other: &Pointer) -> bool {
        self.bases.leq(&other.bases)
            && (other.bases.any || self.stride.join(other.stride) == other.stride)
    }

    pub(crate) fn join(&self, other: &Pointer) -> Pointer {
        let bases = self.bases.join(&other.bases);
        let stride = if bases.any { Stride::ANY } else { self.stride.join(other.stride) };
        Pointer { bases, stride }
    }
}

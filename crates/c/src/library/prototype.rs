//! Prototypes, as far as they tell functions apart that share a name.

use crate::{Type, TypeId, Types};

/// What a parameter or result is. Programs declare the integers of library functions with many types, so their
/// widths do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Void,
    /// An integer of any width.
    Integer,
    /// A floating number of so many bits.
    Float(u32),
    /// A pointer to an object.
    Pointer,
    /// A pointer to a function.
    Callback,
    /// A number, a pointer or a truth value.
    Scalar,
    /// Anything.
    Any,
    /// Any number of further arguments; only as the last one.
    More,
    /// Any number of parameters, all of them numbers; only as the only one.
    Numbers,
}

/// Whether a declaration is one of a function with these parameters and this result. One without a prototype
/// leaves its parameters open.
pub(super) fn fits(parameters: &[Kind], result: Kind, ty: TypeId, types: &Types) -> bool {
    let Type::Function { result: declared, parameters: own, variadic } = types.get(ty) else {
        return false;
    };
    let (fixed, more) = match parameters.split_last() {
        Some((Kind::More, fixed)) => (fixed, true),
        _ => (parameters, false),
    };
    let open = own.is_empty() && *variadic;
    let number = |ty: &TypeId| types.is_scalar(*ty) && types.pointee(*ty).is_none();
    let numbers = fixed == [Kind::Numbers] && !*variadic && own.iter().all(number);
    let alike = own.len() == fixed.len()
        && *variadic == more
        && fixed.iter().zip(own).all(|(kind, ty)| kind.is_of(*ty, types));
    // A result may be thrown away, and old programs give `int` to functions that have none.
    let unused = matches!(types.get(*declared), Type::Void);
    let old = result == Kind::Void && types.integer(*declared).is_some();
    (open || alike || numbers) && (unused || old || result.is_of(*declared, types))
}

impl Kind {
    fn is_of(self, ty: TypeId, types: &Types) -> bool {
        let integer = types.integer(ty).is_some();
        match self {
            Kind::Void => matches!(types.get(ty), Type::Void),
            Kind::Integer => integer,
            Kind::Float(bits) => *types.get(ty) == Type::Float(bits),
            Kind::Pointer => match types.get(ty) {
                // Parameters that are declared as arrays are pointers.
                Type::Array { .. } => true,
                Type::Pointer(pointee) => !matches!(types.get(*pointee), Type::Function { .. }),
                _ => false,
            },
            Kind::Callback => match types.get(ty) {
                Type::Function { .. } => true,
                Type::Pointer(pointee) => {
                    matches!(types.get(*pointee), Type::Function { .. } | Type::Void)
                }
                _ => false,
            },
            Kind::Scalar => types.is_scalar(ty) || matches!(types.get(ty), Type::Array { .. }),
            Kind::Any => true,
            Kind::More | Kind::Numbers => false,
        }
    }
}

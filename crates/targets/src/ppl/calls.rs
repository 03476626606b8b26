//! The functions of PPL's C interface, with the types that `ppl_c.h` gives them.
//!
//! All of them give a negative number for an error, and most predicates a positive one for yes.

use std::ffi::{c_char, c_int, c_void};
use std::mem::transmute;

use super::class::Class;
use crate::dynamic::Library;
use crate::dynamic::gmp::Mpz;
use crate::target::TargetError;

/// A thing of PPL, known by its address.
pub(super) type Raw = *mut c_void;
/// PPL calls it with the code and the description of an error.
pub(super) type ErrorHandler = extern "C" fn(c_int, *const c_char);
/// Gives a thing back.
pub(super) type Delete = unsafe extern "C" fn(Raw) -> c_int;

/// A struct of functions, each with the symbol that it is loaded from.
macro_rules! functions {
    ($(#[$about:meta])* $name:ident { $($field:ident($($argument:ty),*) = $symbol:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(super) struct $name {
            $(pub(super) $field: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl $name {
            fn load(
                library: &Library,
                symbol: impl Fn(&str) -> String,
            ) -> Result<$name, TargetError> {
                // SAFETY: these are functions of PPL's C interface with the types of its header.
                Ok(unsafe { $name {
                    $($field: transmute::<Raw, unsafe extern "C" fn($($argument),*) -> c_int>(
                        library.require(&symbol($symbol))?.as_ptr(),
                    ),)*
                } })
            }
        }
    };
}

functions! {
    /// Functions for numbers, expressions and constraints, and for the library as a whole.
    Shared {
        initialize() = "ppl_initialize",
        set_error_handler(ErrorHandler) = "ppl_set_error_handler",
        version(*mut *const c_char) = "ppl_version",
        not_a_dimension(*mut usize) = "ppl_not_a_dimension",
        coefficients_are_bounded() = "ppl_Coefficient_is_bounded",
        new_coefficient(*mut Raw) = "ppl_new_Coefficient",
        set_coefficient(Raw, *mut Mpz) = "ppl_assign_Coefficient_from_mpz_t",
        get_coefficient(Raw, *mut Mpz) = "ppl_Coefficient_to_mpz_t",
        delete_coefficient(Raw) = "ppl_delete_Coefficient",
        new_expression(*mut Raw, usize) = "ppl_new_Linear_Expression_with_dimension",
        add_to_coefficient(Raw, usize, Raw) = "ppl_Linear_Expression_add_to_coefficient",
        add_to_constant(Raw, Raw) = "ppl_Linear_Expression_add_to_inhomogeneous",
        delete_expression(Raw) = "ppl_delete_Linear_Expression",
        new_constraint(*mut Raw, Raw, c_int) = "ppl_new_Constraint",
        dimensions_of_constraint(Raw, *mut usize) = "ppl_Constraint_space_dimension",
        type_of_constraint(Raw) = "ppl_Constraint_type",
        coefficient_of_constraint(Raw, usize, Raw) = "ppl_Constraint_coefficient",
        constant_of_constraint(Raw, Raw) = "ppl_Constraint_inhomogeneous_term",
        delete_constraint(Raw) = "ppl_delete_Constraint",
        new_iterator(*mut Raw) = "ppl_new_Constraint_System_const_iterator",
        first(Raw, Raw) = "ppl_Constraint_System_begin",
        past_last(Raw, Raw) = "ppl_Constraint_System_end",
        constraint_at(Raw, *mut Raw) = "ppl_Constraint_System_const_iterator_dereference",
        advance(Raw) = "ppl_Constraint_System_const_iterator_increment",
        same_place(Raw, Raw) = "ppl_Constraint_System_const_iterator_equal_test",
        delete_iterator(Raw) = "ppl_delete_Constraint_System_const_iterator",
        delete_polyhedron(Raw) = "ppl_delete_Polyhedron",
        constraints_of_polyhedron(Raw, *mut Raw) = "ppl_Polyhedron_get_constraints",
        minimised_constraints_of_polyhedron(Raw, *mut Raw)
            = "ppl_Polyhedron_get_minimized_constraints",
    }
}

functions! {
    /// Functions of a class. In symbols, `NEW` and `CLASS` stand for the words of the class, `POLY`
    /// for those polyhedra that can hold its elements.
    Calls {
        new(*mut Raw, usize, c_int) = "ppl_new_NEW_from_space_dimension",
        copy(*mut Raw, Raw) = "ppl_new_NEW_from_NEW",
        to_polyhedron(*mut Raw, Raw) = "ppl_new_POLY_from_NEW",
        delete(Raw) = "ppl_delete_CLASS",
        print(*mut *mut c_char, Raw) = "ppl_io_asprint_CLASS",
        is_empty(Raw) = "ppl_CLASS_is_empty",
        is_universe(Raw) = "ppl_CLASS_is_universe",
        contains(Raw, Raw) = "ppl_CLASS_contains_CLASS",
        equals(Raw, Raw) = "ppl_CLASS_equals_CLASS",
        maximise(Raw, Raw, Raw, Raw, *mut c_int) = "ppl_CLASS_maximize",
        minimise(Raw, Raw, Raw, Raw, *mut c_int) = "ppl_CLASS_minimize",
        refine(Raw, Raw) = "ppl_CLASS_refine_with_constraint",
        join(Raw, Raw) = "ppl_CLASS_upper_bound_assign",
        meet(Raw, Raw) = "ppl_CLASS_intersection_assign",
        widen(Raw, Raw) = "ppl_CLASS_WIDENING",
        assign(Raw, usize, Raw, Raw) = "ppl_CLASS_affine_image",
        forget(Raw, *mut usize, usize) = "ppl_CLASS_unconstrain_space_dimensions",
        add_dimensions(Raw, usize) = "ppl_CLASS_add_space_dimensions_and_embed",
        map_dimensions(Raw, *mut usize, usize) = "ppl_CLASS_map_space_dimensions",
        // What it gives for classes other than polyhedra is dead when it returns: it is the address
        // of a temporary of PPL's own. It must not be followed; see `translate`.
        minimise_constraints(Raw, *mut Raw) = "ppl_CLASS_get_minimized_constraints",
    }
}

/// The narrowing of a class, which not all have.
pub(super) type Narrow = unsafe extern "C" fn(Raw, Raw) -> c_int;

impl Shared {
    /// Look them up.
    pub(super) fn of(library: &Library) -> Result<Shared, TargetError> {
        Shared::load(library, str::to_string)
    }
}

impl Calls {
    /// Look up those of a class.
    pub(super) fn of(
        library: &Library,
        class: &Class,
    ) -> Result<(Calls, Option<Narrow>), TargetError> {
        let calls = Calls::load(library, |pattern| {
            pattern
                .replace("NEW", class.constructed)
                .replace("CLASS", class.called)
                .replace("POLY", class.polyhedra)
                .replace("WIDENING", class.widening)
        })?;
        let Some(narrowing) = class.narrowing else { return Ok((calls, None)) };
        let symbol = library.require(&format!("ppl_{}_{narrowing}", class.called))?;
        // SAFETY: this is a function of PPL's C interface with the type of its header.
        let narrow = unsafe { transmute::<Raw, Narrow>(symbol.as_ptr()) };
        Ok((calls, Some(narrow)))
    }
}

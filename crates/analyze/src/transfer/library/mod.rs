//! Functions of the C library: what is known of them by their names.

mod bytes;
mod heap;

use crate::eval::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::Range;
use heap::{times, unit_of};
use soundline_c::{Function, LibraryEffect, Place, Value, library_effect, library_name};

/// Whether there is a model of a function without a body.
pub(crate) fn is_modelled(function: &Function) -> bool {
    function.cfg.is_none() && library_effect(&function.name).is_some()
}

/// Whether a function without a body is known to change no memory.
pub(crate) fn is_pure(function: &Function) -> bool {
    function.cfg.is_none() && !writes(&function.name)
}

fn writes(name: &str) -> bool {
    !matches!(library_effect(name), Some(LibraryEffect::Alone | LibraryEffect::Reads))
}

impl Step<'_, '_> {
    /// A call of a function that has a model. Library functions are taken to stay within the objects
    /// that they are given.
    pub(crate) fn library_call(
        &mut self,
        name: &str,
        arguments: &[Value],
        result: Option<&Place>,
        site: u32,
    ) {
        let plain = library_name(name);
        match plain {
            "malloc" | "kmalloc" | "valloc" | "alloca" => {
                let size = arguments.first().map(|value| self.integer(value));
                let unit = arguments.first().map_or(1, unit_of);
                self.allocate(site, unit, size, result, plain != "alloca", None);
            }
            "aligned_alloc" => {
                let size = arguments.get(1).map(|value| self.integer(value));
                self.allocate(site, 1, size, result, true, None);
            }
            "calloc" => {
                let numbers: Vec<Number> =
                    arguments.iter().map(|value| self.integer(value)).collect();
                let size = match &numbers[..] {
                    [count, size] => Some(times(count, size)),
                    _ => None,
                };
                let pointee = result.and_then(|place| self.env.program.types.pointee(place.ty));
                let unit = arguments
                    .get(1)
                    .and_then(Value::as_int)
                    .and_then(|size| u64::try_from(size).ok());
                self.allocate(site, unit.unwrap_or(1).max(1), size, result, true, Some(pointee));
            }
            "realloc" | "reallocarray" => {
                if let Some(pointer) = arguments.first() {
                    let address = self.address(pointer);
                    self.release(&address.bases, false);
                }
                let size = arguments.get(1).map(|value| self.integer(value));
                let size = if plain == "realloc" { size } else { None };
                let unit = arguments.get(1).map_or(1, unit_of);
                self.allocate(site, unit, size, result, true, None);
            }
            "free" | "cfree" => {
                if let Some(pointer) = arguments.first() {
                    let address = self.address(pointer);
                    self.release(&address.bases, true);
                }
                self.unknown_result(result);
            }
            "memset" => self.fill(arguments, result),
            "memcpy" | "memmove" => self.copy_bytes(arguments, result),
            "strlen" => {
                let known = arguments.first().and_then(|string| self.string_length(string));
                self.number_result(result, known.unwrap_or(Range::new(0, 1 << 62)));
            }
            "strnlen" => self.number_result(result, Range::new(0, 1 << 62)),
            "abs" | "labs" | "llabs" => self.absolute(arguments, result),
            "getchar" | "fgetc" | "getc" => self.number_result(result, Range::new(-1, 255)),
            "rand" | "random" => self.number_result(result, Range::new(0, i64::MAX.into())),
            "clz" | "ctz" | "popcount" | "ffs" | "clzl" | "ctzl" | "popcountl" | "ffsl"
            | "clzll" | "ctzll" | "popcountll" | "ffsll" => {
                self.number_result(result, Range::new(0, 64))
            }
            "parity" | "parityl" | "parityll" => self.number_result(result, Range::TRUTH),
            _ if !writes(name) => self.unknown_result(result),
            _ => {
                for argument in arguments {
                    self.blur_pointed(argument);
                }
                self.unknown_result(result);
            }
        }
    }

    fn number_result(&mut self, result: Option<&Place>, range: Range) {
        let Some(place) = result else { return };
        let Some(ty) = self.int_type(place.ty) else { return self.havoc(place) };
        let all = Range::of(ty);
        let targets = self.resolve(place);
        let number = Number { lin: None, range: range.meet(all).unwrap_or(all) };
        self.store(&targets, &Evaluated::Int(number));
    }

    fn absolute(&mut self, arguments: &[Value], result: Option<&Place>) {
        let Some(place) = result else { return };
        let (Some(value), Some(ty)) = (arguments.first(), self.int_type(place.ty)) else {
            return self.havoc(place);
        };
        let range = self.integer(value).range;
        if range.low <= ty.min() {
            return self.havoc(place);
        }
        let low = if range.contains(0) { 0 } else { range.low.abs().min(range.high.abs()) };
        self.number_result(result, Range::new(low, range.low.abs().max(range.high.abs())));
    }

    /// Whatever an argument points to gets any value.
    fn blur_pointed(&mut self, argument: &Value) {
        let Evaluated::Pointer(address) = self.eval(argument) else { return };
        self.blur_objects(&address.bases);
    }

    fn blur_objects(&mut self, bases: &Bases) {
        if bases.any {
            self.env.forget_exposed(&mut self.state);
        }
        for object in &bases.objects {
            let cells = self.env.cells.of_object(*object);
            let constant =
                matches!(object, Object::Variable(id) if self.env.is_constant_object(*id));
            if !constant {
                self.env.forget(&mut self.state, &cells);
            }
        }
    }

    /// The first argument is the result.
    fn first_argument(&mut self, address: &Address, result: Option<&Place>) {
        if let Some(place) = result {
            let targets = self.resolve(place);
            self.store(&targets, &Evaluated::Pointer(address.clone()));
        }
    }
}

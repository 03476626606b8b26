//! Functions of the C library: what is known of them by their names.

use crate::eval::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, CellKind, Object};
use crate::numeric::{Lin, Range};
use crate::state::{Block, Freed};
use soundline_c::{BinaryOp, Function, Place, Value, ValueKind};
use std::rc::Rc;

/// Functions that change no memory of the program.
const PURE: &[&str] = &[
    "abs",
    "labs",
    "llabs",
    "printf",
    "puts",
    "putchar",
    "fprintf",
    "fputs",
    "fputc",
    "putc",
    "fflush",
    "vprintf",
    "vfprintf",
    "perror",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "memcmp",
    "strchr",
    "strrchr",
    "strstr",
    "memchr",
    "strspn",
    "strcspn",
    "strpbrk",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "isalpha",
    "isdigit",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "isxdigit",
    "isprint",
    "ispunct",
    "iscntrl",
    "isgraph",
    "toupper",
    "tolower",
    "getchar",
    "fgetc",
    "getc",
    "ungetc",
    "rand",
    "random",
    "srand",
    "srandom",
    "clock",
    "sqrt",
    "sqrtf",
    "pow",
    "sin",
    "cos",
    "tan",
    "exp",
    "log",
    "log2",
    "log10",
    "floor",
    "ceil",
    "fabs",
    "fabsf",
    "fmod",
    "round",
    "trunc",
    "atan",
    "atan2",
    "asin",
    "acos",
    "getenv",
    "isatty",
    "fileno",
    "feof",
    "ferror",
    "fclose",
    "fopen",
    "open",
    "close",
    "sleep",
    "usleep",
    "getpid",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__errno_location",
    "strerror",
    "exit",
    "abort",
    "_exit",
    "assert",
    "write",
    "fwrite",
    "remove",
    "rename",
    "unlink",
    "fseek",
    "ftell",
    "rewind",
    "setvbuf",
    "setbuf",
    "__builtin_clz",
    "__builtin_ctz",
    "__builtin_popcount",
    "__builtin_clzl",
    "__builtin_ctzl",
    "__builtin_popcountl",
    "__builtin_clzll",
    "__builtin_ctzll",
    "__builtin_popcountll",
    "__builtin_ffs",
    "__builtin_parity",
    "__builtin_bswap16",
    "__builtin_bswap32",
    "__builtin_bswap64",
    "__builtin_constant_p",
    "__builtin_object_size",
    "__builtin_prefetch",
    "__builtin_isnan",
    "__builtin_isinf",
    "__builtin_isfinite",
    "__builtin_strlen",
    "__builtin_strcmp",
    "__builtin_memcmp",
    "__builtin_abs",
    "__builtin_labs",
    "__builtin_fabs",
    "__builtin_huge_val",
    "__builtin_inf",
    "__builtin_nan",
    "__isnan",
    "__isinf",
    "__fpclassify",
    "isnan",
    "isinf",
    "__builtin_frame_address",
    "__builtin_return_address",
    "nan",
];

/// Functions that write only to what their pointer arguments point to.
const WRITERS: &[&str] = &[
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "stpcpy",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "fgets",
    "fread",
    "read",
    "scanf",
    "sscanf",
    "fscanf",
    "gets",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "gettimeofday",
    "time",
    "stat",
    "fstat",
    "lstat",
    "utime",
    "__builtin_strcpy",
    "__builtin_strncpy",
    "__builtin_strcat",
    "__builtin___strcpy_chk",
    "__builtin___strncpy_chk",
    "__builtin___strcat_chk",
    "__builtin___sprintf_chk",
    "__builtin___snprintf_chk",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "__isoc23_strtol",
    "__isoc23_strtoul",
    "__isoc23_sscanf",
    "__isoc23_scanf",
    "bzero",
    "__builtin_add_overflow",
    "__builtin_sub_overflow",
    "__builtin_mul_overflow",
];

const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "alloca",
    "__builtin_alloca",
    "__builtin_malloc",
    "__builtin_calloc",
    "kmalloc",
    "valloc",
    "aligned_alloc",
    "reallocarray",
];

const COPIERS: &[&str] = &[
    "memcpy",
    "memmove",
    "memset",
    "__builtin_memcpy",
    "__builtin_memmove",
    "__builtin_memset",
    "__builtin___memcpy_chk",
    "__builtin___memmove_chk",
    "__builtin___memset_chk",
];

/// Heap objects of at most so many bytes are followed cell by cell.
const FOLLOWED_BYTES: i128 = 512;

/// Whether there is a model of a function without a body.
pub(crate) fn is_modelled(function: &Function) -> bool {
    let name = function.name.as_str();
    function.cfg.is_none()
        && (PURE.contains(&name)
            || WRITERS.contains(&name)
            || ALLOCATORS.contains(&name)
            || COPIERS.contains(&name)
            || name == "free"
            || name == "cfree")
}

/// Whether a modelled function changes no memory.
pub(crate) fn is_pure(function: &Function) -> bool {
    is_modelled(function) && PURE.contains(&function.name.as_str())
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
        let plain = name.trim_start_matches("__builtin_").trim_start_matches("__");
        let plain = plain.trim_end_matches("_chk");
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
            "strlen" | "strnlen" => self.number_result(result, Range::new(0, 1 << 62)),
            "abs" | "labs" | "llabs" => self.absolute(arguments, result),
            "getchar" | "fgetc" | "getc" => self.number_result(result, Range::new(-1, 255)),
            "rand" | "random" => self.number_result(result, Range::new(0, i64::MAX.into())),
            "clz" | "ctz" | "popcount" | "clzl" | "ctzl" | "popcountl" | "clzll" | "ctzll"
            | "popcountll" => self.number_result(result, Range::new(0, 64)),
            _ if PURE.contains(&name) => self.unknown_result(result),
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

    /// A new heap object. With `zeroed`, its bytes are zero; of the type in it, if that is known.
    fn allocate(
        &mut self,
        site: u32,
        unit: u64,
        size: Option<Number>,
        result: Option<&Place>,
        may_fail: bool,
        zeroed: Option<Option<soundline_c::TypeId>>,
    ) {
        let object = Object::Heap(site);
        let size = size.map(|size| self.tightened(size)).filter(|size| size.range.low >= 0);
        let known = size.as_ref().and_then(|size| size.range.as_point());
        let size = size.map(|size| in_units(&size, unit));
        let followed = known.is_some_and(|bytes| bytes <= FOLLOWED_BYTES);
        let cells = self.env.cells.of_object(object);
        let before = self.state.heap.get(&site).copied();
        self.env.forget(&mut self.state, &cells);
        let cell = self.env.cells.size(site);
        let fresh = match before {
            None => true,
            Some(block) if block.freed == Freed::Yes && !block.many => {
                self.env.detach(&mut self.state, |other| other == object);
                true
            }
            Some(_) => false,
        };
        match (fresh, before) {
            (false, Some(block)) => {
                let known = self.env.is_known(&self.state, cell);
                let old = self.env.bounds(&self.state, cell);
                self.env.drop_numbers(&mut self.state, &[cell]);
                if let Some(size) = size.filter(|_| known) {
                    self.env.assign_range(&mut self.state, cell, old.join(size.range));
                }
                let freed = if block.freed == Freed::No { Freed::No } else { Freed::Maybe };
                let block = Block { many: true, freed, followed: false, unit };
                Rc::make_mut(&mut self.state.heap).insert(site, block);
            }
            _ => {
                self.env.drop_numbers(&mut self.state, &[cell]);
                if let Some(size) = size {
                    self.set_number(cell, &size);
                }
                let block = Block { many: false, freed: Freed::No, followed, unit };
                Rc::make_mut(&mut self.state.heap).insert(site, block);
                if let (Some(Some(ty)), Some(bytes), true) = (zeroed, known, followed) {
                    self.zero_elements(object, bytes, ty);
                }
            }
        }
        let bases = Bases { null: may_fail, ..Bases::object(object) };
        if let Some(place) = result {
            let targets = self.resolve(place);
            let address = Address { bases, offset: Lin::constant(0) };
            self.store(&targets, &Evaluated::Pointer(address));
        }
    }

    fn zero_elements(&mut self, object: Object, bytes: i128, ty: soundline_c::TypeId) {
        let Some(size) = self.env.program.types.size(ty).filter(|size| *size > 0) else { return };
        for index in 0..(bytes as u64 / size).min(64) {
            let leaves = self.env.layout.leaves(&self.env.cells, object, index * size * 8, ty);
            for cell in leaves.unwrap_or_default() {
                self.set_zero(cell);
            }
        }
    }

    /// What a pointer points to is freed, for certain or perhaps.
    fn release(&mut self, bases: &Bases, certain: bool) {
        if bases.any {
            self.env.forget_exposed(&mut self.state);
            return self.everything_may_be_freed();
        }
        let only = bases.objects.len() == 1 && certain;
        for object in &bases.objects {
            let Object::Heap(site) = object else { continue };
            // Freed memory may be given out again, and have any content then.
            let cells = self.env.cells.of_object(*object);
            self.env.forget(&mut self.state, &cells);
            let heap = Rc::make_mut(&mut self.state.heap);
            if let Some(block) = heap.get_mut(site) {
                block.freed = if only && !block.many { Freed::Yes } else { Freed::Maybe };
            }
        }
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

    fn fill(&mut self, arguments: &[Value], result: Option<&Place>) {
        let [pointer, byte, length, ..] = arguments else { return self.unknown_result(result) };
        let address = self.address(pointer);
        let (byte, length) = (self.integer(byte), self.integer(length));
        let place = self.exact_bytes(&address, &length);
        match (place, byte.range.as_point()) {
            (Some((object, offset, bits)), Some(byte)) => {
                self.fill_region(object, offset, bits, byte & 0xff);
            }
            _ => self.blur_objects(&address.bases),
        }
        self.first_argument(&address, result);
    }

    fn fill_region(&mut self, object: Object, offset: u64, bits: u64, byte: i128) {
        let leaves = match self.env.layout.type_of(object) {
            Some(ty) => self.env.layout.leaves(&self.env.cells, object, 0, ty).unwrap_or_default(),
            None => (*self.env.cells.of_object(object)).clone(),
        };
        let gone = self.env.cells.in_region(object, offset, bits);
        self.env.forget(&mut self.state, &gone);
        if matches!(object, Object::Variable(id) if self.env.restless[id.index()]) {
            return;
        }
        for id in leaves {
            let cell = self.env.cells.get(id);
            let inside = offset <= cell.offset
                && cell.offset.saturating_add(cell.extent) <= offset.saturating_add(bits);
            // Bytes that were just written: only the last of several views stays.
            let overlapped = self.env.cells.overlaps(id).iter().any(|other| {
                self.env.is_known(&self.state, *other) || self.state.pointers.contains_key(other)
            });
            if !inside || overlapped {
                continue;
            }
            match cell.kind {
                CellKind::Pointer if byte == 0 => self.set_zero(id),
                CellKind::Int(ty) if ty.rank != soundline_c::Rank::Bool && ty.bits % 8 == 0 => {
                    let bytes = (0..ty.bits / 8).fold(0i128, |all, _| (all << 8) | byte);
                    if let Some(value) = ty.wrap(bytes) {
                        self.set_number(id, &Number::constant(value));
                    }
                }
                _ if byte == 0 => self.set_zero(id),
                _ => {}
            }
        }
    }

    /// A certain region of so many bytes.
    fn exact_bytes(&mut self, address: &Address, length: &Number) -> Option<(Object, u64, u64)> {
        let sure = Bases { null: false, ..address.bases.clone() };
        let object = sure.only().filter(|object| self.is_single(*object))?;
        let offset = self.env.range_of(&self.state, &address.offset).as_point()?;
        let bytes = length.range.as_point()?;
        let size = match object {
            Object::Variable(_) => i128::from(self.env.layout.size(object)?),
            Object::Heap(site) => self.env.least_size(&self.state, site),
            _ => return None,
        };
        if offset < 0 || bytes < 0 || offset.checked_add(bytes)? > size {
            return None;
        }
        let bits = |bytes: i128| u64::try_from(bytes).ok()?.checked_mul(8);
        Some((object, bits(offset)?, bits(bytes)?))
    }

    fn copy_bytes(&mut self, arguments: &[Value], result: Option<&Place>) {
        let [to, from, length, ..] = arguments else { return self.unknown_result(result) };
        let (target, source) = (self.address(to), self.address(from));
        let length = self.integer(length);
        let regions = (self.exact_bytes(&target, &length), self.exact_bytes(&source, &length));
        match regions {
            (Some(to), Some(from)) => self.copy_region((from.0, from.1), (to.0, to.1), to.2),
            _ => self.blur_objects(&target.bases),
        }
        self.first_argument(&target, result);
    }
}

/// The product, if it cannot wrap.
fn times(a: &Number, b: &Number) -> Number {
    let range = a.range.mul(b.range);
    let lin = match (a.range.as_point(), b.range.as_point()) {
        (_, Some(factor)) => a.lin.as_ref().and_then(|lin| lin.scale(factor)),
        (Some(factor), _) => b.lin.as_ref().and_then(|lin| lin.scale(factor)),
        _ => None,
    };
    // calloc fails when the product is too large.
    let range = range.meet(Range::new(0, i64::MAX.into())).unwrap_or(Range::point(0));
    Number { lin, range }
}

/// The constant factor of a size such as `n * sizeof(int)`: what the size is best counted in.
fn unit_of(size: &Value) -> u64 {
    match &size.kind {
        ValueKind::Convert(inner) => unit_of(inner),
        ValueKind::Binary(BinaryOp::Mul, left, right) => {
            let factor = right.as_int().or(left.as_int());
            factor.and_then(|factor| u64::try_from(factor).ok()).unwrap_or(1).max(1)
        }
        _ => 1,
    }
}

/// How many whole units a size has.
fn in_units(size: &Number, unit: u64) -> Number {
    let unit = i128::from(unit);
    Number {
        lin: size.lin.as_ref().and_then(|lin| lin.exact_div(unit)),
        range: Range::new(size.range.low.div_euclid(unit), size.range.high.div_euclid(unit)),
    }
}

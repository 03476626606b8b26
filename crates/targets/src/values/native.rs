//! A value domain in a library with the C interface.
//!
//! The library is trusted with nothing: pointers are looked at before they are followed, results are written between guard
//! bytes, and operands are compared with what they were. What it does beyond that ends the process, which is why it is
//! loaded by workers only.

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;

use soundline_isolate::printable;

use super::arena::{Arena, Block};
use super::declaration::{Claim, Declaration, Operator};
use super::machine::{Application, Elem, Operand, ValueFault, ValueMachine};
use super::table;
use crate::dynamic::{Library, Scope, is_code};

/// What is around a result.
const GUARD: Block = 0x5bd1_e995_a7c3_1f0d_93b5_6e2c_4877_d10b;
/// So many blocks of it.
const GUARDS: usize = 4;
const BLOCK: usize = size_of::<Block>();
/// The largest element, and the longest text of one.
const LARGEST: usize = 4096;
/// The longest list in a table: widths, operators, exemptions.
const LONGEST_LIST: usize = 10_000;

/// A loaded library with a value domain.
pub struct NativeValues {
    declaration: Declaration,
    table: Table,
    operators: Vec<Calls>,
    stride: usize,
    /// The bytes of the last block that are not of the element.
    beyond: Block,
    arenas: Vec<Option<Arena>>,
    /// Sums of all blocks of an arena, to see whether somebody else has written there.
    sums: Vec<Block>,
    /// Calls since that was looked at.
    unchecked: usize,
    /// A result between guards.
    scratch: Vec<Block>,
}

/// The functions of a table that was checked.
struct Table {
    top: table::Make,
    bottom: Option<table::Make>,
    leq: table::Relation,
    equal: table::Relation,
    join: table::Binary,
    meet: table::Meet,
    contains: table::Contains,
    widen: Option<table::Binary>,
    narrow: Option<table::Binary>,
    best: Option<table::Best>,
    list: Option<(table::Count, table::Element)>,
    show: Option<table::Show>,
}

/// The functions of an operator.
struct Calls {
    apply: table::Abstract,
    concrete: table::Concrete,
}

type Answer<T> = Result<T, ValueFault>;

fn faulty<T>(what: impl Into<String>) -> Answer<T> {
    Err(ValueFault::Table(what.into()))
}

impl NativeValues {
    /// Load a library and check its table.
    pub fn open(path: &Path) -> Result<NativeValues, ValueFault> {
        // A bare name would be looked for among the system's libraries.
        let path = if path.is_relative() { Path::new(".").join(path) } else { path.into() };
        let unloadable = |error: crate::TargetError| ValueFault::Table(error.to_string());
        let library = Library::open(&path, Scope::Local).map_err(unloadable)?;
        let entry = library.require(table::ENTRY).map_err(unloadable)?;
        // SAFETY: the header declares the symbol with this type.
        let entry: table::Entry = unsafe { std::mem::transmute(entry.as_ptr()) };
        // SAFETY: it takes nothing.
        let table = unsafe { entry() };
        if table.is_null() {
            return faulty(format!("{} returns a null pointer", table::ENTRY));
        }
        // SAFETY: both numbers are in front in every version of the interface.
        let (version, size) = unsafe { ((*table).version, (*table).size as usize) };
        if version != table::VERSION {
            return faulty(format!(
                "its table has version {version} of the interface; this is version {}",
                table::VERSION
            ));
        }
        if size != size_of::<table::Domain>() {
            return faulty(format!(
                "its table says that it has {size} bytes; it should have {}",
                size_of::<table::Domain>()
            ));
        }
        // SAFETY: it says that it is one.
        NativeValues::of_table(&unsafe { *table })
    }

    /// The domain of a table, from which all texts and lists are copied.
    pub(super) fn of_table(table: &table::Domain) -> Answer<NativeValues> {
        let mut values = NativeValues::checked(table)?;
        for width in values.declaration.widths.clone() {
            values.check_memory(width)?;
        }
        Ok(values)
    }

    fn checked(table: &table::Domain) -> Answer<NativeValues> {
        if !(1..=LARGEST).contains(&table.element_size) {
            return faulty(format!(
                "its elements have {} bytes; from 1 to {LARGEST} are possible",
                table.element_size
            ));
        }
        let list = match (code("count", table.count)?, code("element", table.element)?) {
            (Some(count), Some(element)) => Some((count, element)),
            (None, None) => None,
            _ => return faulty("of `count` and `element` one is null; it needs both or none"),
        };
        let functions = Table {
            top: required("top", table.top)?,
            bottom: code("bottom", table.bottom)?,
            leq: required("leq", table.leq)?,
            equal: required("equal", table.equal)?,
            join: required("join", table.join)?,
            meet: required("meet", table.meet)?,
            contains: required("contains", table.contains)?,
            widen: code("widen", table.widen)?,
            narrow: code("narrow", table.narrow)?,
            best: code("best", table.best)?,
            list,
            show: code("show", table.show)?,
        };
        let (declared, operators) = operators(table)?;
        let about = if table.about.is_null() { String::new() } else { text("about", table.about)? };
        let declaration = Declaration {
            name: text("name", table.name)?,
            about,
            widths: listed("widths", table.widths, table.width_count)?.to_vec(),
            has_bottom: functions.bottom.is_some(),
            has_widening: functions.widen.is_some(),
            has_narrowing: functions.narrow.is_some(),
            has_best: functions.best.is_some(),
            has_list: functions.list.is_some(),
            exempt: exemptions(table.exempt)?,
            operators: declared,
        };
        let stride = table.element_size.div_ceil(BLOCK);
        let used = table.element_size - (stride - 1) * BLOCK;
        let mut beyond = [0xff; BLOCK];
        beyond[..used].fill(0);
        Ok(NativeValues {
            declaration: declaration.checked().map_err(ValueFault::Table)?,
            table: functions,
            operators,
            stride,
            beyond: Block::from_ne_bytes(beyond),
            arenas: (0..=64).map(|_| None).collect(),
            sums: vec![0; 65],
            unchecked: 0,
            scratch: vec![GUARD; stride + 2 * GUARDS],
        })
    }

    /// Elements must not depend on what was in memory before.
    fn check_memory(&mut self, width: u32) -> Answer<()> {
        let (top, bottom) = (self.table.top, self.table.bottom);
        let both = [("top", Some(top)), ("bottom", bottom)];
        for (name, make) in both.into_iter().filter_map(|(name, make)| Some((name, make?))) {
            let mut made = Vec::new();
            for filling in [0, Block::MAX / 3] {
                self.prepare(filling);
                // SAFETY: the scratch has room for an element, if the table does not lie about sizes.
                unsafe { make(width, self.result()) };
                made.push(self.finish(width, name)?);
            }
            if !self.equal(width, made[0], made[1])? {
                return faulty(format!(
                    "`{name}` at width {width} depends on what was in memory before: it does not \
                     write all of its element, or elements are smaller than element_size"
                ));
            }
        }
        Ok(())
    }

    #[inline]
    fn result(&mut self) -> *mut c_void {
        self.scratch[GUARDS..].as_mut_ptr().cast()
    }

    #[inline]
    fn prepare(&mut self, filling: Block) {
        let last = GUARDS + self.stride - 1;
        self.scratch[GUARDS..=last].fill(filling);
        self.scratch[last] = (self.scratch[last] & !self.beyond) | (GUARD & self.beyond);
    }

    /// The element that a function has written.
    fn finish(&mut self, width: u32, who: &str) -> Answer<Elem> {
        match self.guards_hold() {
            true => Ok(self.interned(width)),
            false => faulty(format!(
                "`{who}` at width {width} writes beyond the element_size of the table"
            )),
        }
    }

    #[inline]
    fn guards_hold(&self) -> bool {
        let last = GUARDS + self.stride - 1;
        let around = self.scratch[..GUARDS].iter().chain(&self.scratch[last + 1..]);
        let difference = around.fold(0, |difference, block| difference | (block ^ GUARD));
        difference | ((self.scratch[last] ^ GUARD) & self.beyond) == 0
    }

    /// The element that is in the scratch now.
    #[inline]
    fn interned(&mut self, width: u32) -> Elem {
        let last = GUARDS + self.stride - 1;
        self.scratch[last] &= !self.beyond;
        let arena = self.arenas[width as usize].get_or_insert_with(|| Arena::new(self.stride));
        let known = arena.len();
        let element = &self.scratch[GUARDS..=last];
        let elem = arena.intern(element);
        if arena.len() > known {
            let sum = &mut self.sums[width as usize];
            *sum = element.iter().fold(*sum, |sum, block| sum.wrapping_add(*block));
        }
        elem
    }

    #[inline]
    fn pointer(&self, width: u32, elem: Elem) -> *const c_void {
        let arena = self.arenas[width as usize].as_ref().expect("it holds the element");
        arena.get(elem).as_ptr().cast()
    }

    /// Operands must not change. Looking costs as much as there are elements, so it is done after as many calls.
    fn check_operands(&mut self, width: u32, calls: usize, who: &str) -> Answer<()> {
        self.unchecked += calls;
        let Some(arena) = &self.arenas[width as usize] else { return Ok(()) };
        if self.unchecked >= arena.len().min(1 << 16) {
            self.unchecked = 0;
            let all = (0..arena.len() as u32).flat_map(|number| arena.get(Elem(number)));
            if all.fold(0, |sum: Block, block| sum.wrapping_add(*block))
                != self.sums[width as usize]
            {
                return faulty(format!(
                    "`{who}` at width {width}, or a function called shortly before it, changes its \
                     operands"
                ));
            }
        }
        Ok(())
    }

    fn binary(
        &mut self,
        (who, function): (&str, table::Binary),
        width: u32,
        a: Elem,
        b: Elem,
    ) -> Answer<Elem> {
        let (a, b) = (self.pointer(width, a), self.pointer(width, b));
        self.prepare(0);
        // SAFETY: both point to elements of the arena, and the scratch has room for one.
        unsafe { function(width, a, b, self.result()) };
        let result = self.finish(width, who)?;
        self.check_operands(width, 1, who)?;
        Ok(result)
    }

    fn has<T>(what: Option<T>, name: &str) -> T {
        what.unwrap_or_else(|| panic!("`{name}` is asked for only where it is declared"))
    }
}

impl ValueMachine for NativeValues {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn top(&mut self, width: u32) -> Answer<Elem> {
        self.prepare(0);
        // SAFETY: the scratch has room for an element.
        unsafe { (self.table.top)(width, self.result()) };
        self.finish(width, "top")
    }

    fn bottom(&mut self, width: u32) -> Answer<Elem> {
        let bottom = NativeValues::has(self.table.bottom, "bottom");
        self.prepare(0);
        // SAFETY: the scratch has room for an element.
        unsafe { bottom(width, self.result()) };
        self.finish(width, "bottom")
    }

    fn leq(&mut self, width: u32, a: Elem, b: Elem) -> Answer<bool> {
        // SAFETY: both point to elements of the arena.
        Ok(unsafe { (self.table.leq)(width, self.pointer(width, a), self.pointer(width, b)) } != 0)
    }

    fn equal(&mut self, width: u32, a: Elem, b: Elem) -> Answer<bool> {
        let (a, b) = (self.pointer(width, a), self.pointer(width, b));
        // SAFETY: both point to elements of the arena.
        Ok(unsafe { (self.table.equal)(width, a, b) } != 0)
    }

    fn join(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        self.binary(("join", self.table.join), width, a, b)
    }

    fn meet(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Option<Elem>> {
        let (a, b) = (self.pointer(width, a), self.pointer(width, b));
        self.prepare(0);
        // SAFETY: both point to elements of the arena, and the scratch has room for one.
        let found = unsafe { (self.table.meet)(width, a, b, self.result()) } != 0;
        // A result that is none may be anything, but not too large.
        let kept = self.kept(width);
        let result = self.finish(width, "meet")?;
        if found {
            return Ok(Some(result));
        }
        self.forget(width, kept);
        match self.declaration.has_bottom {
            true => faulty(format!(
                "`meet` at width {width} returns 0 for no result, but the table has a bottom"
            )),
            false => Ok(None),
        }
    }

    fn widen(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        let widen = NativeValues::has(self.table.widen, "widen");
        self.binary(("widen", widen), width, a, b)
    }

    fn narrow(&mut self, width: u32, a: Elem, b: Elem) -> Answer<Elem> {
        let narrow = NativeValues::has(self.table.narrow, "narrow");
        self.binary(("narrow", narrow), width, a, b)
    }

    fn contains(&mut self, width: u32, a: Elem, words: &[u64]) -> Answer<Vec<bool>> {
        let a = self.pointer(width, a);
        let contains = self.table.contains;
        // SAFETY: it points to an element of the arena.
        Ok(words.iter().map(|word| unsafe { contains(width, a, *word) } != 0).collect())
    }

    fn best(&mut self, width: u32, words: &[u64]) -> Answer<Elem> {
        let best = NativeValues::has(self.table.best, "best");
        self.prepare(0);
        // SAFETY: there are so many words, and the scratch has room for an element.
        unsafe { best(width, words.as_ptr(), words.len(), self.result()) };
        self.finish(width, "best")
    }

    fn count(&mut self, width: u32) -> Answer<u64> {
        // SAFETY: it takes a width that was declared.
        Ok(self.table.list.map_or(0, |(count, _)| unsafe { count(width) }))
    }

    fn elements(&mut self, width: u32, indices: std::ops::Range<u64>) -> Answer<Vec<Elem>> {
        let (_, element) = NativeValues::has(self.table.list, "element");
        let mut elements = Vec::new();
        for index in indices {
            self.prepare(0);
            // SAFETY: the index is below the count, and the scratch has room for an element.
            unsafe { element(width, index, self.result()) };
            elements.push(self.finish(width, "element")?);
        }
        Ok(elements)
    }

    fn show(&mut self, width: u32, a: Elem) -> Answer<Option<String>> {
        let Some(show) = self.table.show else { return Ok(None) };
        let mut text = vec![0u8; LARGEST + 1];
        // SAFETY: there is room for as many bytes as it is told, and one more.
        let length =
            unsafe { show(width, self.pointer(width, a), text.as_mut_ptr().cast(), LARGEST) };
        match text.get(..length) {
            Some(text) => Ok(Some(printable(text))),
            None => faulty(format!("`show` returns {length} as the length of at most {LARGEST}")),
        }
    }

    fn apply(
        &mut self,
        application: &Application,
        operands: &[Operand],
        pulse: &dyn Fn(u64),
        results: &mut Vec<Elem>,
    ) -> Answer<()> {
        let Application { operator, width, result_width, in_place } = *application;
        let arity = self.declaration.operators[operator].operands.len();
        let apply = self.operators[operator].apply;
        let mut pointers = [table::Operand { value: 0 }; Operator::MOST_OPERANDS];
        for (number, tuple) in operands.chunks_exact(arity).enumerate() {
            for (pointer, operand) in pointers.iter_mut().zip(tuple) {
                *pointer = match *operand {
                    Operand::Element(elem) => table::Operand { element: self.pointer(width, elem) },
                    Operand::Bit(elem) => table::Operand { element: self.pointer(1, elem) },
                    Operand::Word(value) => table::Operand { value },
                };
            }
            self.prepare(0);
            if let (true, Operand::Element(elem)) = (in_place, tuple[0]) {
                let arena = self.arenas[width as usize].as_ref().expect("it holds the element");
                let element = arena.get(elem);
                let last = self.stride - 1;
                self.scratch[GUARDS..GUARDS + last].copy_from_slice(&element[..last]);
                self.scratch[GUARDS + last] |= element[last] & !self.beyond;
                pointers[0] = table::Operand { element: self.result() };
            }
            pulse(number as u64);
            // SAFETY: operands are as declared: elements of the arena, or words. The scratch has room for an element.
            unsafe { apply(width, pointers.as_ptr(), self.result()) };
            if !self.guards_hold() {
                let name = self.declaration.operators[operator].name.clone();
                return self.finish(result_width, &name).map(drop);
            }
            results.push(self.interned(result_width));
        }
        let name = self.declaration.operators[operator].name.clone();
        self.check_operands(width, operands.len() / arity, &name)
    }

    fn concrete(&mut self, application: &Application, words: &[u64]) -> Answer<Vec<Option<u64>>> {
        let Application { operator, width, result_width, .. } = *application;
        let declared = &self.declaration.operators[operator];
        let concrete = self.operators[operator].concrete;
        let largest = u64::MAX >> (64 - result_width);
        let mut results = Vec::with_capacity(words.len() / declared.operands.len());
        for tuple in words.chunks_exact(declared.operands.len()) {
            let mut result = 0;
            // SAFETY: there are as many words as operands.
            let defined = unsafe { concrete(width, tuple.as_ptr(), &mut result) } != 0;
            if defined && result > largest {
                return faulty(format!(
                    "the concrete {} of {tuple:?} at width {width} is {result}, which has more than \
                     {result_width} bits",
                    declared.name
                ));
            }
            results.push(defined.then_some(result));
        }
        Ok(results)
    }

    fn kept(&self, width: u32) -> usize {
        self.arenas[width as usize].as_ref().map_or(0, Arena::len)
    }

    fn forget(&mut self, width: u32, kept: usize) {
        let Some(arena) = &mut self.arenas[width as usize] else { return };
        let gone = (kept as u32..arena.len() as u32).flat_map(|number| arena.get(Elem(number)));
        let sum = &mut self.sums[width as usize];
        *sum = gone.fold(*sum, |sum, block| sum.wrapping_sub(*block));
        arena.truncate(kept);
    }
}

fn code<T: Copy>(name: &str, function: Option<T>) -> Answer<Option<T>> {
    let Some(found) = function else { return Ok(None) };
    debug_assert_eq!(size_of::<T>(), size_of::<*const c_void>());
    // SAFETY: functions of tables are pointers; only their address is looked at.
    let address: *const c_void = unsafe { std::mem::transmute_copy(&found) };
    match is_code(address) {
        true => Ok(Some(found)),
        false => faulty(format!("its `{name}` points to nothing that the loader knows")),
    }
}

fn required<T: Copy>(name: &str, function: Option<T>) -> Answer<T> {
    match code(name, function)? {
        Some(function) => Ok(function),
        None => faulty(format!("its `{name}` is a null pointer")),
    }
}

fn text(name: &str, text: *const c_char) -> Answer<String> {
    if text.is_null() {
        return faulty(format!("its `{name}` is a null pointer"));
    }
    // SAFETY: the interface says that it ends with NUL.
    let text = printable(unsafe { CStr::from_ptr(text) }.to_bytes());
    match text.is_empty() || text.len() > LARGEST {
        true => faulty(format!("its `{name}` is empty or longer than {LARGEST} bytes")),
        false => Ok(text),
    }
}

/// A list of so many items; it is copied at once.
fn listed<'a, T>(name: &str, items: *const T, count: usize) -> Answer<&'a [T]> {
    if count > LONGEST_LIST {
        return faulty(format!("it says that it has {count} {name}; at most {LONGEST_LIST}"));
    }
    match (count, items.is_null() || !items.is_aligned()) {
        (0, _) => Ok(&[]),
        (_, true) => faulty(format!("its `{name}` is not a pointer to a list of {count}")),
        // SAFETY: the interface says that there are so many.
        (_, false) => Ok(unsafe { std::slice::from_raw_parts(items, count) }),
    }
}

fn operators(table: &table::Domain) -> Answer<(Vec<Operator>, Vec<Calls>)> {
    if table.operator_count > 0 && table.operator_size != size_of::<table::Operator>() {
        return faulty(format!(
            "it says that an operator has {} bytes; it should have {}",
            table.operator_size,
            size_of::<table::Operator>()
        ));
    }
    let (mut declared, mut calls) = (Vec::new(), Vec::new());
    for (index, row) in
        listed("operators", table.operators, table.operator_count)?.iter().enumerate()
    {
        let name = text(&format!("name of operator {index}"), row.name)?;
        let letters = text(&format!("operands of operator {name}"), row.operands)?;
        if row.claims >> Claim::ALL.len() != 0 {
            return faulty(format!("operator {name}: its claims {:#x} are unknown", row.claims));
        }
        let claims = Claim::ALL.into_iter().filter(|claim| row.claims & claim.bit() != 0);
        let operator = Operator::new(&name, &letters, claims.collect(), row.result_width);
        declared.push(operator.map_err(ValueFault::Table)?);
        calls.push(Calls {
            apply: required(&format!("abstract of operator {name}"), row.apply)?,
            concrete: required(&format!("concrete of operator {name}"), row.concrete)?,
        });
    }
    Ok((declared, calls))
}

fn exemptions(mut list: *const *const c_char) -> Answer<Vec<(String, String)>> {
    let mut exempt = Vec::new();
    if list.is_null() {
        return Ok(exempt);
    }
    // SAFETY: the list ends with a null pointer.
    while let Some(line) = unsafe { list.as_ref() }.filter(|line| !line.is_null()) {
        if exempt.len() == LONGEST_LIST {
            return faulty("its `exempt` does not end with a null pointer");
        }
        let line = text("exempt", *line)?;
        exempt.push(Declaration::exemption(&line).map_err(ValueFault::Table)?);
        // SAFETY: this one was not the last.
        list = unsafe { list.add(1) };
    }
    Ok(exempt)
}

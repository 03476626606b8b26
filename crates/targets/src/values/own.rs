//! The value domains of crate `lattice` as tables of the C interface: its first customer, and the reference beside which
//! those of others are measured. They are called as a library is, function by function.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

use soundline_lattice::fixed::{
    Binary, Cast, FixedWidth, KnownBits, KnownBitsElem, Tnum, TnumElem, Unary, Width, WrappedElem,
    WrappedInterval,
};
use soundline_lattice::{Generate, Widening};

use super::declaration::Claim;
use super::machine::ValueFault;
use super::native::NativeValues;
use super::table::{self, Operand};

/// The names of our own value domains.
pub const OWN: [&str; 3] = ["known-bits", "tnum", "wrapped"];

/// The widths to check.
const WIDTHS: [u32; 7] = [1, 2, 3, 4, 8, 32, 64];

/// One of our own value domains.
pub fn own(name: &str) -> Result<NativeValues, ValueFault> {
    match name {
        "known-bits" => open::<KnownBits>(name),
        "tnum" => open::<Tnum>(name),
        "wrapped" => open::<WrappedInterval>(name),
        _ => {
            Err(ValueFault::Table(format!("there is no such domain; there are {}", OWN.join(", "))))
        }
    }
}

/// A domain that can be a table.
trait Exported: FixedWidth + Generate + Widening + 'static {
    const ABOUT: &str;
    /// Lattice laws that are not promised.
    const EXEMPT: &[&str];
    /// Operators whose results are not always the best.
    const LOOSE: &[Binary];
    /// Operators that are not monotone.
    const UNSTEADY: &[Binary];

    fn pack(&self, a: &Self::Elem) -> Plain;
    fn unpack(&self, plain: &Plain) -> Self::Elem;

    /// The smallest element around some words.
    fn best(&self, words: &[u64]) -> Self::Elem {
        words.iter().fold(self.bottom(), |sum, word| self.join(&sum, &self.abstraction(word)))
    }
}

/// An element as a library keeps it: what it is, and two words. Equal elements have equal bytes.
#[derive(Clone, Copy)]
#[repr(C)]
struct Plain {
    is: u64,
    words: [u64; 2],
}

impl Plain {
    const NONE: Plain = Plain { is: 0, words: [0, 0] };
    const ALL: Plain = Plain { is: 2, words: [0, 0] };

    fn of(first: u64, second: u64) -> Plain {
        Plain { is: 1, words: [first, second] }
    }
}

impl Exported for KnownBits {
    const ABOUT: &str = "known bits of crate lattice";
    const EXEMPT: &[&str] = &[];
    const LOOSE: &[Binary] = &[Binary::Mul, Binary::Udiv, Binary::Urem, Binary::Sdiv, Binary::Srem];
    const UNSTEADY: &[Binary] = &[];

    fn pack(&self, a: &KnownBitsElem) -> Plain {
        Plain::of(a.zeros(), a.ones())
    }

    fn unpack(&self, plain: &Plain) -> KnownBitsElem {
        self.known(plain.words[0], plain.words[1])
    }
}

impl Exported for Tnum {
    const ABOUT: &str = "tristate numbers of crate lattice";
    const EXEMPT: &[&str] = &[];
    const LOOSE: &[Binary] = KnownBits::LOOSE;
    const UNSTEADY: &[Binary] = &[Binary::Mul];

    fn pack(&self, a: &TnumElem) -> Plain {
        match a {
            TnumElem::Bottom => Plain::NONE,
            TnumElem::Bits(bits) => Plain::of(bits.value(), bits.mask()),
        }
    }

    fn unpack(&self, plain: &Plain) -> TnumElem {
        match plain.is {
            0 => TnumElem::Bottom,
            _ => self.tristate(plain.words[0], plain.words[1]),
        }
    }
}

impl Exported for WrappedInterval {
    const ABOUT: &str = "wrapped intervals of crate lattice";
    const EXEMPT: &[&str] = &[
        "join is least: two segments have several smallest upper bounds",
        "join associative: which gap a join closes depends on what is joined first",
        "meet associative: a meet that should be two segments is the smaller operand",
        "join meet absorption: a meet that should be two segments may not be below its operand",
        "meet implies leq: a meet that should be two segments is the smaller operand",
        "meet implies join: a meet that should be two segments is the smaller operand",
    ];
    const LOOSE: &[Binary] = &[
        Binary::Mul,
        Binary::Xor,
        Binary::Shl,
        Binary::Udiv,
        Binary::Urem,
        Binary::Sdiv,
        Binary::Srem,
    ];
    const UNSTEADY: &[Binary] = &[
        Binary::Mul,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Shl,
        Binary::Lshr,
        Binary::Ashr,
        Binary::Udiv,
        Binary::Urem,
        Binary::Sdiv,
        Binary::Srem,
    ];

    fn pack(&self, a: &WrappedElem) -> Plain {
        match a {
            WrappedElem::Bottom => Plain::NONE,
            WrappedElem::Segment(segment) => Plain::of(segment.first(), segment.last()),
            WrappedElem::Top => Plain::ALL,
        }
    }

    fn unpack(&self, plain: &Plain) -> WrappedElem {
        match plain.is {
            0 => WrappedElem::Bottom,
            1 => self.segment(plain.words[0], plain.words[1]),
            _ => WrappedElem::Top,
        }
    }

    /// Joins would depend on their order.
    fn best(&self, words: &[u64]) -> WrappedElem {
        self.around(words)
    }
}

/// The machine of a domain, from its table.
fn open<D: Exported>(name: &str) -> Result<NativeValues, ValueFault> {
    let text = |text: &str| CString::new(text).expect("our texts have no NUL");
    let (name, about) = (text(&format!("soundline-{name}")), text(D::ABOUT));
    let exempt: Vec<CString> = D::EXEMPT.iter().map(|line| text(line)).collect();
    let exempt: Vec<*const c_char> =
        exempt.iter().map(|line| line.as_ptr()).chain([ptr::null()]).collect();
    let rows = rows::<D>();
    let texts: Vec<[CString; 2]> =
        rows.iter().map(|row| [text(&row.name), text(row.operands)]).collect();
    let operators: Vec<table::Operator> = rows
        .iter()
        .zip(&texts)
        .map(|(row, [name, operands])| table::Operator {
            name: name.as_ptr(),
            operands: operands.as_ptr(),
            claims: row.claims,
            result_width: 0,
            apply: Some(row.apply),
            concrete: Some(row.concrete),
        })
        .collect();
    // The machine copies all texts and lists, so that they need not outlive this call.
    NativeValues::of_table(&table::Domain {
        version: table::VERSION,
        size: size_of::<table::Domain>() as u32,
        name: name.as_ptr(),
        about: about.as_ptr(),
        widths: WIDTHS.as_ptr(),
        width_count: WIDTHS.len(),
        element_size: size_of::<Plain>(),
        top: Some(top::<D>),
        bottom: Some(bottom::<D>),
        leq: Some(leq::<D>),
        equal: Some(equal::<D>),
        join: Some(join::<D>),
        meet: Some(meet::<D>),
        contains: Some(contains::<D>),
        widen: Some(widen::<D>),
        narrow: None,
        best: Some(best::<D>),
        count: Some(count::<D>),
        element: Some(element::<D>),
        show: Some(show::<D>),
        exempt: exempt.as_ptr(),
        operators: operators.as_ptr(),
        operator_count: operators.len(),
        operator_size: size_of::<table::Operator>(),
    })
}

/// An operator of the table.
struct Row {
    name: String,
    operands: &'static str,
    claims: u32,
    apply: table::Abstract,
    concrete: table::Concrete,
}

fn rows<D: Exported>() -> Vec<Row> {
    // A function of the C interface knows its operation by its type alone.
    macro_rules! rows {
        ($apply:ident, $concrete:ident, $($place:literal)*) => {
            [$((apply::$apply::<D, $place> as table::Abstract, concrete::$concrete::<$place> as table::Concrete)),*]
        };
    }
    let mut rows = Vec::new();
    let binary = rows!(binary, binary, 0 1 2 3 4 5 6 7 8 9 10 11 12);
    for (operation, (apply, concrete)) in Binary::ALL.into_iter().zip(binary) {
        use Binary::{Add, And, Mul, Or, Xor};
        let claims = [
            (Claim::Strict, true),
            (Claim::Monotone, !D::UNSTEADY.contains(&operation)),
            (Claim::Optimal, !D::LOOSE.contains(&operation)),
            (Claim::Commutative, [Add, Mul, And, Or, Xor].contains(&operation)),
        ];
        let claims = claims.into_iter().filter(|(_, made)| *made).map(|(claim, _)| claim);
        rows.push(Row {
            name: operation.name(),
            operands: "ee",
            claims: bits_of(claims),
            apply,
            concrete,
        });
    }
    let all = || bits_of([Claim::Strict, Claim::Monotone, Claim::Optimal]);
    for (operation, (apply, concrete)) in Unary::ALL.into_iter().zip(rows!(unary, unary, 0 1)) {
        rows.push(Row { name: operation.name(), operands: "e", claims: all(), apply, concrete });
    }
    for (cast, (apply, concrete)) in Cast::ALL.into_iter().zip(rows!(cast, cast, 0 1 2)) {
        let operands = if cast == Cast::Trunc { "e<" } else { "e>" };
        rows.push(Row { name: cast.name(), operands, claims: all(), apply, concrete });
    }
    rows
}

fn bits_of(claims: impl IntoIterator<Item = Claim>) -> u32 {
    claims.into_iter().fold(0, |bits, claim| bits | claim.bit())
}

fn domain<D: Exported>(width: u32) -> D {
    D::of_width(Width::new(width))
}

/// The element behind a pointer.
///
/// # Safety
/// It points to an element of this table.
unsafe fn get<D: Exported>(d: &D, element: *const c_void) -> D::Elem {
    // SAFETY: the caller says so.
    d.unpack(unsafe { &*element.cast::<Plain>() })
}

/// Write an element.
///
/// # Safety
/// There is room for one.
unsafe fn put<D: Exported>(d: &D, result: *mut c_void, a: &D::Elem) {
    // SAFETY: the caller says so.
    unsafe { result.cast::<Plain>().write(d.pack(a)) };
}

unsafe extern "C" fn top<D: Exported>(width: u32, result: *mut c_void) {
    let d = domain::<D>(width);
    let top = d.top().expect("all words of a width are an element");
    // SAFETY: the machine has room for an element.
    unsafe { put(&d, result, &top) };
}

unsafe extern "C" fn bottom<D: Exported>(width: u32, result: *mut c_void) {
    let d = domain::<D>(width);
    // SAFETY: the machine has room for an element.
    unsafe { put(&d, result, &d.bottom()) };
}

unsafe extern "C" fn leq<D: Exported>(width: u32, a: *const c_void, b: *const c_void) -> c_int {
    let d = domain::<D>(width);
    // SAFETY: the machine passes elements.
    c_int::from(unsafe { d.leq(&get(&d, a), &get(&d, b)) }.is_yes())
}

unsafe extern "C" fn equal<D: Exported>(width: u32, a: *const c_void, b: *const c_void) -> c_int {
    let d = domain::<D>(width);
    // SAFETY: the machine passes elements.
    c_int::from(unsafe { d.equal(&get(&d, a), &get(&d, b)) }.is_yes())
}

unsafe extern "C" fn join<D: Exported>(
    width: u32,
    a: *const c_void,
    b: *const c_void,
    result: *mut c_void,
) {
    let d = domain::<D>(width);
    // SAFETY: the machine passes elements and has room for one.
    unsafe { put(&d, result, &d.join(&get(&d, a), &get(&d, b))) };
}

unsafe extern "C" fn meet<D: Exported>(
    width: u32,
    a: *const c_void,
    b: *const c_void,
    result: *mut c_void,
) -> c_int {
    let d = domain::<D>(width);
    // SAFETY: the machine passes elements and has room for one.
    unsafe { put(&d, result, &d.meet(&get(&d, a), &get(&d, b))) };
    1
}

unsafe extern "C" fn widen<D: Exported>(
    width: u32,
    a: *const c_void,
    b: *const c_void,
    result: *mut c_void,
) {
    let d = domain::<D>(width);
    // SAFETY: the machine passes elements and has room for one.
    unsafe { put(&d, result, &d.widen(&get(&d, a), &get(&d, b))) };
}

unsafe extern "C" fn contains<D: Exported>(width: u32, a: *const c_void, word: u64) -> c_int {
    let d = domain::<D>(width);
    // SAFETY: the machine passes an element.
    c_int::from(d.contains(&unsafe { get(&d, a) }, &word))
}

unsafe extern "C" fn best<D: Exported>(
    width: u32,
    words: *const u64,
    word_count: usize,
    result: *mut c_void,
) {
    let d = domain::<D>(width);
    // SAFETY: the machine passes so many words and has room for an element.
    unsafe { put(&d, result, &d.best(std::slice::from_raw_parts(words, word_count))) };
}

unsafe extern "C" fn count<D: Exported>(width: u32) -> u64 {
    domain::<D>(width).elements().map_or(0, |elements| elements.len() as u64)
}

unsafe extern "C" fn element<D: Exported>(width: u32, index: u64, result: *mut c_void) {
    let d = domain::<D>(width);
    let elements = d.elements().expect("they are counted first");
    // SAFETY: the machine has room for an element.
    unsafe { put(&d, result, &elements[index as usize]) };
}

unsafe extern "C" fn show<D: Exported>(
    width: u32,
    a: *const c_void,
    text: *mut c_char,
    size: usize,
) -> usize {
    let d = domain::<D>(width);
    // SAFETY: the machine passes an element.
    let shown = d.show(&unsafe { get(&d, a) });
    let length = shown.len().min(size);
    // SAFETY: the machine has room for `size` bytes.
    unsafe { ptr::copy_nonoverlapping(shown.as_ptr(), text.cast(), length) };
    length
}

/// The abstract functions of operators.
mod apply {
    use super::*;

    pub unsafe extern "C" fn binary<D: Exported, const PLACE: usize>(
        width: u32,
        operands: *const Operand,
        result: *mut c_void,
    ) {
        let d = domain::<D>(width);
        // SAFETY: the machine passes two elements and has room for one.
        unsafe {
            let (a, b) = (get(&d, (*operands).element), get(&d, (*operands.add(1)).element));
            put(&d, result, &d.binary(Binary::ALL[PLACE], &a, &b));
        }
    }

    pub unsafe extern "C" fn unary<D: Exported, const PLACE: usize>(
        width: u32,
        operands: *const Operand,
        result: *mut c_void,
    ) {
        let d = domain::<D>(width);
        // SAFETY: the machine passes an element and has room for one.
        unsafe {
            let a = get(&d, (*operands).element);
            put(&d, result, &d.unary(Unary::ALL[PLACE], &a));
        }
    }

    pub unsafe extern "C" fn cast<D: Exported, const PLACE: usize>(
        width: u32,
        operands: *const Operand,
        result: *mut c_void,
    ) {
        let d = domain::<D>(width);
        // SAFETY: the machine passes an element and a width, and has room for an element.
        unsafe {
            let (a, to) = (get(&d, (*operands).element), (*operands.add(1)).value as u32);
            put(&domain::<D>(to), result, &d.cast(Cast::ALL[PLACE], &a, Width::new(to)));
        }
    }
}

/// The concrete functions of operators.
mod concrete {
    use super::*;

    pub unsafe extern "C" fn binary<const PLACE: usize>(
        width: u32,
        words: *const u64,
        result: *mut u64,
    ) -> c_int {
        // SAFETY: the machine passes two words.
        let (x, y) = unsafe { (*words, *words.add(1)) };
        let Some(word) = Binary::ALL[PLACE].apply(Width::new(width), x, y) else { return 0 };
        // SAFETY: the machine has room for a word.
        unsafe { *result = word };
        1
    }

    pub unsafe extern "C" fn unary<const PLACE: usize>(
        width: u32,
        words: *const u64,
        result: *mut u64,
    ) -> c_int {
        // SAFETY: the machine passes a word and has room for one.
        unsafe { *result = Unary::ALL[PLACE].apply(Width::new(width), *words) };
        1
    }

    pub unsafe extern "C" fn cast<const PLACE: usize>(
        width: u32,
        words: *const u64,
        result: *mut u64,
    ) -> c_int {
        // SAFETY: the machine passes a word and a width.
        let (word, to) = unsafe { (*words, *words.add(1) as u32) };
        // SAFETY: the machine has room for a word.
        unsafe { *result = Cast::ALL[PLACE].apply(Width::new(width), Width::new(to), word) };
        1
    }
}

//! The signature of a test: which code of the library it reached, where the library is instrumented,
//! and what the elements that it made look like, as small numbers that any library yields.

use soundline_domains::expr::{Constraint, Relation};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;
use soundline_targets::{Machine, Operation, Question, Slot, coverage};

use super::corpus::Fact;
use crate::trace::Trace;

/// One thing that a test showed: a shape of elements below `SHAPES`, a place in the code above.
pub type Feature = u32;

/// How many shapes of elements are told apart.
const SHAPES: Feature = 1 << 16;
/// Constraints of an element that is worth remembering.
const MOST_CONSTRAINTS: usize = 16;

/// What an element looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    /// Is it empty: no, or not known?
    empty: u8,
    /// How many constraints it is exported as, roughly: the size of its representation.
    size: u8,
    /// How many of them are equalities: the dimensions that its affine hull lacks.
    equalities: u8,
    /// How many constraints have one variable, two, and more, roughly: which shapes are tight.
    widths: [u8; 3],
    /// Is one of them strict?
    strict: bool,
    /// Is there a constant that is no integer?
    fractions: bool,
    /// How large the largest constant is: see [`magnitude`].
    magnitude: u8,
}

impl Shape {
    /// What it has in common with many others.
    fn coarse(&self) -> [u8; 3] {
        let width = self.widths.iter().rposition(|count| *count > 0).map_or(0, |w| w as u8 + 1);
        [self.empty, width, self.equalities.min(2)]
    }

    fn fine(&self) -> [u8; 8] {
        let [one, two, more] = self.widths;
        let flags = u8::from(self.strict) * 2 + u8::from(self.fractions);
        [self.empty, self.size, self.equalities, one, two, more, flags, self.magnitude]
    }
}

/// What was seen of the elements of a trace.
pub(super) struct Look {
    /// Their shapes.
    pub features: Vec<Feature>,
    /// What the library told of those that are neither bottom nor top.
    pub facts: Vec<Fact>,
}

/// Everything that a test showed that has just run: the code that it reached and its elements.
pub fn features(machine: &mut dyn Machine, trace: &Trace) -> Vec<Feature> {
    let mut features: Vec<Feature> = of_code().collect();
    features.extend(look(machine, trace).features);
    features
}

/// The code that was reached since the last test began: each place with how often, roughly.
pub(super) fn of_code() -> impl Iterator<Item = Feature> {
    coverage::visited().map(|(place, count)| {
        // How often matters less the more often it is, as fuzzers count.
        let often = match count {
            0..4 => u32::from(count),
            4..8 => 4,
            8..16 => 5,
            16..128 => 6,
            128.. => 7,
        };
        SHAPES + place as Feature * 8 + often
    })
}

/// Look at the elements of a trace that is on the machine, after the verdict.
pub(super) fn look(machine: &mut dyn Machine, trace: &Trace) -> Look {
    let mut look =
        Look { features: claimed(machine, trace).into_iter().collect(), facts: Vec::new() };
    for (slot, operation) in (0..).map(Slot).zip(trace.operations()) {
        let Ok(answer) = machine.ask(Question::IsBottom(slot)) else { continue };
        if answer.is_yes() {
            continue;
        }
        let Ok(constraints) = machine.constraints(slot) else { continue };
        let empty = u8::from(answer == Answer::Unknown);
        let shape = Shape { empty, ..shape_of(&constraints) };
        look.features.push(hash(1, &shape.fine()));
        look.features.push(made_by(operation, shape));
        if (1..=MOST_CONSTRAINTS).contains(&constraints.len()) {
            look.facts.push((slot, constraints));
        }
    }
    machine.rest();
    look
}

/// The operation, and roughly what came of it.
fn made_by(operation: &Operation, shape: Shape) -> Feature {
    let [empty, width, equalities] = shape.coarse();
    hash(2, &[empty, width, equalities, operation.kind() as u8])
}

/// What the library says of the last result of the check, where it says something.
fn claimed(machine: &dyn Machine, trace: &Trace) -> Option<Feature> {
    let claims = machine.claims();
    let flags = u8::from(claims.exact) * 2 + u8::from(claims.best);
    (flags > 0).then(|| hash(3 + u64::from(trace.check.property), &[flags]))
}

fn shape_of(constraints: &[Constraint]) -> Shape {
    let mut shape = Shape::default();
    let (mut equalities, mut widths) = (0, [0; 3]);
    for constraint in constraints {
        let expr = constraint.expr();
        equalities += usize::from(constraint.relation() == Relation::Eq);
        shape.strict |= constraint.relation() == Relation::Gt;
        if let Some(width) = expr.terms().len().checked_sub(1) {
            widths[width.min(2)] += 1;
        }
        let constant = expr.constant_term();
        shape.fractions |= !constant.is_integer();
        shape.magnitude = shape.magnitude.max(magnitude(constant));
    }
    shape.size = roughly(constraints.len());
    shape.equalities = equalities.min(8) as u8;
    shape.widths = widths.map(roughly);
    shape
}

/// Up to 4 as it is, then by powers of two.
fn roughly(count: usize) -> u8 {
    if count <= 4 { count as u8 } else { 2 + (usize::BITS - count.leading_zeros()) as u8 }
}

/// 0, small, and where 32-bit integers, the integers of doubles and 64-bit integers end.
fn magnitude(number: &Rat) -> u8 {
    if number.is_zero() {
        return 0;
    }
    let Some(integer) = number.trunc().to_i64() else { return 5 };
    match integer.unsigned_abs() {
        0..1_000_000 => 1,
        1_000_000..0x7fff_ffff => 2,
        0x7fff_ffff..0x20_0000_0000_0000 => 3,
        _ => 4,
    }
}

/// FNV-1a, folded.
fn hash(kind: u64, bytes: &[u8]) -> Feature {
    let start = 0xcbf2_9ce4_8422_2325 ^ kind.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let hash = bytes.iter().fold(start, step);
    (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) as Feature % SHAPES
}

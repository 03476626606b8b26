//! Wrapped intervals: segments of the circle on which machine words lie.
//!
//! A segment runs upwards from its first word to its last, through 0 if need be, and takes no side
//! on signedness: `[250, 5]` at width 8 is -6 to 5 (Navas, Schachte, Søndergaard and Stuckey,
//! "Signedness-Agnostic Program Analysis: Precise Integer Bounds for Low-Level Code", APLAS 2012;
//! LLVM's `ConstantRange`).
//!
//! From width 2 on this is no lattice: `{0}` and `{2}` lie both in `[0, 2]` and in `[2, 0]`, and
//! there is no least segment around them. Join and meet give a smallest segment around the union
//! and the intersection; [`suite`] says which laws that costs.

mod operators;
mod segment;

pub use segment::Segment;

use super::words::{Shape, any_word};
use super::{LISTED_ELEMENTS, LISTED_MEMBERS, Width};
use crate::laws::ids;
use crate::{Abstraction, Answer, Choices, Concrete, Generate, Lattice, LawId, Suite, Widening};

/// The wrapped intervals for words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrappedInterval {
    width: Width,
}

/// No word, the words of a segment, or all words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WrappedElem {
    /// No word.
    Bottom,
    /// Some words but not all: the whole circle has no first and no last one.
    Segment(Segment),
    /// All words.
    Top,
}

use WrappedElem::{Bottom, Top};

impl WrappedInterval {
    /// The wrapped intervals for words of `width` bits.
    ///
    /// # Panics
    /// When the width is not from 1 to 64.
    pub fn new(width: u32) -> WrappedInterval {
        WrappedInterval { width: Width::new(width) }
    }

    /// The words from `first` upwards to `last`, through 0 if `last` is the smaller one; bits
    /// beyond the width are ignored.
    pub fn segment(&self, first: u64, last: u64) -> WrappedElem {
        let segment = Segment::new(self.width.wrap(first), self.width.wrap(last));
        match segment.steps(self.width) == self.width.mask() {
            true => Top,
            false => WrappedElem::Segment(segment),
        }
    }

    /// A smallest element around some words.
    pub fn around(&self, words: &[u64]) -> WrappedElem {
        let alone = |word: &u64| Segment::new(self.width.wrap(*word), self.width.wrap(*word));
        self.cover(words.iter().map(alone))
    }

    /// The segment from `first` to the word `steps` further on.
    fn run(&self, first: u64, steps: u128) -> WrappedElem {
        match u64::try_from(steps) {
            Ok(steps) if steps < self.width.mask() => {
                self.segment(first, first.wrapping_add(steps))
            }
            _ => Top,
        }
    }

    /// The element as segments, with the circle cut open before 0: at most two.
    fn ranges(&self, a: &WrappedElem) -> Vec<Segment> {
        match a {
            Bottom => vec![],
            WrappedElem::Segment(segment) => segment.cut_before(0, self.width),
            Top => vec![Segment::new(0, self.width.mask())],
        }
    }

    /// The element as segments of words of one sign: at most three.
    fn hemispheres(&self, a: &WrappedElem) -> Vec<Segment> {
        let cut = |range: Segment| range.cut_before(self.width.sign_bit(), self.width);
        self.ranges(a).into_iter().flat_map(cut).collect()
    }

    /// A smallest element around all the segments: everything but the largest gap between them.
    /// Among gaps of one size the one before 0 comes first, then the lowest.
    fn cover(&self, segments: impl IntoIterator<Item = Segment>) -> WrappedElem {
        let cut = |segment: Segment| segment.cut_before(0, self.width);
        let ranges = merged(segments.into_iter().flat_map(cut).collect());
        let Some(highest) = ranges.last() else { return Bottom };
        let mut before = *highest;
        let (mut around, mut largest) = (Top, 0);
        for range in &ranges {
            let gap = self.width.wrap(range.first().wrapping_sub(before.last()).wrapping_sub(1));
            if gap > largest {
                largest = gap;
                around = self.segment(range.first(), before.last());
            }
            before = *range;
        }
        around
    }

    /// A segment with at least twice the words of `a` around `joined`, which contains `a`: it grows
    /// on the side on which `joined` does.
    fn doubled(&self, a: &Segment, joined: &Segment) -> WrappedElem {
        let twice = 2 * u128::from(a.steps(self.width)) + 1;
        let steps = twice.max(joined.steps(self.width).into());
        match joined.last() == a.last() {
            true => {
                let first = joined.last().wrapping_sub(steps as u64);
                self.run(self.width.wrap(first), steps)
            }
            false => self.run(joined.first(), steps),
        }
    }
}

/// The same words in as few ranges as possible, in ascending order.
fn merged(mut ranges: Vec<Segment>) -> Vec<Segment> {
    ranges.sort_unstable();
    let mut result: Vec<Segment> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match result.last_mut() {
            // Written without a sum, which would overflow behind the largest word.
            Some(last) if range.first() <= last.last() || range.first() - last.last() == 1 => {
                *last = Segment::new(last.first(), last.last().max(range.last()));
            }
            _ => result.push(range),
        }
    }
    result
}

impl Lattice for WrappedInterval {
    type Elem = WrappedElem;

    fn bottom(&self) -> WrappedElem {
        Bottom
    }

    fn top(&self) -> Option<WrappedElem> {
        Some(Top)
    }

    fn leq(&self, a: &WrappedElem, b: &WrappedElem) -> Answer {
        let included = match (a, b) {
            (Bottom, _) | (_, Top) => true,
            (WrappedElem::Segment(x), WrappedElem::Segment(y)) => x.is_within(y, self.width),
            _ => false,
        };
        included.into()
    }

    fn equal(&self, a: &WrappedElem, b: &WrappedElem) -> Answer {
        (a == b).into()
    }

    /// A smallest element around both, which need not be the only one.
    fn join(&self, a: &WrappedElem, b: &WrappedElem) -> WrappedElem {
        self.cover([self.ranges(a), self.ranges(b)].concat())
    }

    /// A smallest element around the intersection, which may be two segments: then it is the
    /// smaller operand.
    fn meet(&self, a: &WrappedElem, b: &WrappedElem) -> WrappedElem {
        let others = self.ranges(b);
        let common = |range: Segment| others.iter().filter_map(move |y| range.common_range(y));
        self.cover(self.ranges(a).into_iter().flat_map(common))
    }

    /// The first and the last word. Where the last is the smaller one the segment passes through 0.
    fn show(&self, a: &WrappedElem) -> String {
        match a {
            Bottom => "⊥".into(),
            WrappedElem::Segment(x) => format!("[{}, {}]", x.first(), x.last()),
            Top => "⊤".into(),
        }
    }
}

impl Generate for WrappedInterval {
    fn arbitrary(&self, choices: &mut Choices) -> WrappedElem {
        match Shape::any(choices) {
            Shape::Bottom => Bottom,
            Shape::Constant => self.abstraction(&any_word(self.width, choices)),
            Shape::Several => {
                let first = any_word(self.width, choices);
                self.run(first, any_word(self.width, choices).into())
            }
            Shape::Top => Top,
        }
    }

    /// A part of the segment.
    fn below(&self, a: &WrappedElem, choices: &mut Choices) -> WrappedElem {
        let segment = match a {
            Bottom => return Bottom,
            Top => return self.arbitrary(choices),
            WrappedElem::Segment(segment) => segment,
        };
        if choices.once_in(8) {
            return Bottom;
        }
        let steps = segment.steps(self.width);
        let dropped_first = choices.magnitude(steps);
        let dropped_last = choices.magnitude(steps - dropped_first);
        let first = segment.first().wrapping_add(dropped_first);
        self.segment(first, segment.last().wrapping_sub(dropped_last))
    }

    /// The segment with more words at either end. A meet or join with something arbitrary would not
    /// do: the result of a meet need not be below, and that of a join is ⊤ too often.
    fn above(&self, a: &WrappedElem, choices: &mut Choices) -> WrappedElem {
        let segment = match a {
            Bottom => return self.arbitrary(choices),
            Top => return Top,
            WrappedElem::Segment(segment) => segment,
        };
        let room = self.width.mask() - segment.steps(self.width);
        let more_last = choices.magnitude(room);
        let more_first = choices.magnitude(room - more_last);
        let first = self.width.wrap(segment.first().wrapping_sub(more_first));
        self.run(first, (segment.steps(self.width) + more_last + more_first).into())
    }

    /// From the smallest segments to the largest.
    fn elements(&self) -> Option<Vec<WrappedElem>> {
        let mask = self.width.mask();
        (self.width.bits() <= LISTED_ELEMENTS).then(|| {
            let segments = (0..mask)
                .flat_map(|steps| (0..=mask).map(move |first| self.segment(first, first + steps)));
            std::iter::once(Bottom).chain(segments).chain([Top]).collect()
        })
    }
}

impl Widening for WrappedInterval {
    /// A segment that has to grow doubles its size at least, so that it is ⊤ after no more steps
    /// than words have bits.
    fn widen(&self, a: &WrappedElem, b: &WrappedElem) -> WrappedElem {
        match (a, self.join(a, b)) {
            (WrappedElem::Segment(x), WrappedElem::Segment(joined)) if *x != joined => {
                self.doubled(x, &joined)
            }
            (_, joined) => joined,
        }
    }
}

impl Concrete for WrappedInterval {
    type Value = u64;

    /// Written with comparisons alone, apart from the modular arithmetic of the operators.
    fn contains(&self, a: &WrappedElem, value: &u64) -> bool {
        let within = match a {
            Bottom => false,
            WrappedElem::Segment(x) if x.first() <= x.last() => {
                x.first() <= *value && *value <= x.last()
            }
            WrappedElem::Segment(x) => x.first() <= *value || *value <= x.last(),
            Top => true,
        };
        within && self.width.fits(*value)
    }

    fn member(&self, a: &WrappedElem, choices: &mut Choices) -> Option<u64> {
        match a {
            Bottom => None,
            WrappedElem::Segment(x) => {
                let steps = choices.magnitude(x.steps(self.width));
                Some(self.width.wrap(x.first().wrapping_add(steps)))
            }
            Top => Some(any_word(self.width, choices)),
        }
    }

    fn members(&self, a: &WrappedElem) -> Option<Vec<u64>> {
        let (first, steps) = match a {
            Bottom => return Some(vec![]),
            WrappedElem::Segment(x) => (x.first(), x.steps(self.width)),
            Top => (0, self.width.mask()),
        };
        (steps < LISTED_MEMBERS)
            .then(|| (0..=steps).map(|step| self.width.wrap(first.wrapping_add(step))).collect())
    }
}

impl Abstraction for WrappedInterval {
    fn abstraction(&self, value: &u64) -> WrappedElem {
        self.segment(*value, *value)
    }
}

/// All laws and operators of wrapped intervals at a width, with the laws that do not hold exempted.
///
/// # Panics
/// When the width is not from 1 to 64.
pub fn suite(width: u32) -> Suite<WrappedInterval> {
    let d = WrappedInterval::new(width);
    let suite = Suite::new(format!("wrapped intervals of width {width}"), d)
        .widening()
        .equality()
        .hashing()
        .ordering()
        .concretisation()
        .operator(operators::signatures(d));
    exemptions(d.width).iter().fold(suite, |suite, (law, why)| suite.exempt(*law, why))
}

/// The laws that do not hold, all of them because of segments that together go round the circle or
/// are as far apart on one side as on the other. The two words of width 1 leave no room for that.
fn exemptions(width: Width) -> &'static [(LawId, &'static str)] {
    const EXEMPTIONS: &[(LawId, &str)] = &[
        (ids::JOIN_IS_LEAST, "two segments have several smallest upper bounds"),
        (ids::JOIN_ASSOCIATIVE, "which gap a join closes depends on what is joined first"),
        (ids::MEET_ASSOCIATIVE, "a meet that should be two segments is the smaller operand"),
        (
            ids::JOIN_MEET_ABSORPTION,
            "a meet that should be two segments may not be below its operand",
        ),
        (ids::MEET_IMPLIES_LEQ, "a meet that should be two segments is the smaller operand"),
        (ids::MEET_IMPLIES_JOIN, "a meet that should be two segments is the smaller operand"),
    ];
    if width.bits() == 1 { &[] } else { EXEMPTIONS }
}

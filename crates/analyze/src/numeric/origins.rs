//! Where the bits of an integer come from: a word of which each bit is 0, 1, a bit of a cell or the opposite of one, or not
//! known. Masks and shifts move such bits about, so that what was packed into a word is the same when it is taken out.

use crate::memory::CellId;
use crate::numeric::Bits;
use soundline_c::IntType;

/// What a bit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// 0 or 1.
    Known(bool),
    /// A bit of a cell, counted from the lowest, or the opposite of it.
    Of { cell: CellId, at: u8, flipped: bool },
    /// Nothing is known.
    Any,
}

use Origin::{Any, Known, Of};

impl Origin {
    fn not(self) -> Origin {
        match self {
            Known(bit) => Known(!bit),
            Of { cell, at, flipped } => Of { cell, at, flipped: !flipped },
            Any => Any,
        }
    }

    fn and(self, other: Origin) -> Origin {
        match (self, other) {
            (Known(false), _) | (_, Known(false)) => Known(false),
            (Known(true), bit) | (bit, Known(true)) => bit,
            (Any, _) | (_, Any) => Any,
            (a, b) if a == b => a,
            (a, b) if a == b.not() => Known(false),
            _ => Any,
        }
    }

    fn xor(self, other: Origin) -> Origin {
        match (self, other) {
            (Any, _) | (_, Any) => Any,
            (Known(false), bit) | (bit, Known(false)) => bit,
            (Known(true), bit) | (bit, Known(true)) => bit.not(),
            (a, b) if a == b => Known(false),
            (a, b) if a == b.not() => Known(true),
            _ => Any,
        }
    }

    /// Whether two bits are certainly equal, or certainly not.
    fn equals(self, other: Origin) -> Option<bool> {
        match self.xor(other) {
            Known(differ) => Some(!differ),
            _ => None,
        }
    }
}

/// The bits of an integer, the lowest first: as many as its type has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word(pub(crate) Vec<Origin>);

impl Word {
    pub(crate) fn any(ty: IntType) -> Word {
        Word(vec![Any; ty.bits as usize])
    }

    pub(crate) fn constant(value: i128, ty: IntType) -> Word {
        Word((0..ty.bits).map(|at| Known(value >> at & 1 == 1)).collect())
    }

    /// The bits of a cell of a type, as far as they are not known.
    pub(crate) fn of_cell(cell: CellId, bits: Bits, ty: IntType) -> Word {
        let bit = |at: u32| match (bits.zeros >> at & 1, bits.ones >> at & 1) {
            (1, _) => Known(false),
            (_, 1) => Known(true),
            _ => Of { cell, at: at as u8, flipped: false },
        };
        Word((0..ty.bits).map(bit).collect())
    }

    /// The cells that bits come from; one that several bits in a row come from stands once for them.
    pub(crate) fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        let mut last = None;
        self.0.iter().filter_map(move |bit| match bit {
            Of { cell, .. } if last != Some(*cell) => {
                last = Some(*cell);
                last
            }
            _ => None,
        })
    }

    fn map(mut self, change: impl Fn(Origin) -> Origin) -> Word {
        self.0.iter_mut().for_each(|bit| *bit = change(*bit));
        self
    }

    fn zip(mut self, other: &Word, change: impl Fn(Origin, Origin) -> Origin) -> Word {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a = change(*a, *b));
        self
    }

    /// Bits that come from some cells are not known any more, nor what is known in itself: that is written elsewhere.
    pub(crate) fn without(self, gone: impl Fn(CellId) -> bool) -> Word {
        self.map(|bit| match bit {
            Of { cell, .. } if !gone(cell) => bit,
            _ => Any,
        })
    }

    /// The same word where cells have other numbers.
    pub(crate) fn renamed(&self, name: impl Fn(CellId) -> CellId) -> Word {
        self.clone().map(|bit| match bit {
            Of { cell, at, flipped } => Of { cell: name(cell), at, flipped },
            other => other,
        })
    }

    /// What both say.
    pub(crate) fn join(self, other: &Word) -> Word {
        self.zip(other, |a, b| if a == b { a } else { Any })
    }

    pub(crate) fn leq(&self, other: &Word) -> bool {
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(own, other)| *other == Any || own == other)
    }

    pub(crate) fn not(self) -> Word {
        self.map(Origin::not)
    }

    pub(crate) fn and(self, other: &Word) -> Word {
        self.zip(other, Origin::and)
    }

    pub(crate) fn or(self, other: &Word) -> Word {
        self.zip(other, |a, b| a.not().and(b.not()).not())
    }

    pub(crate) fn xor(self, other: &Word) -> Word {
        self.zip(other, Origin::xor)
    }

    /// The sum, if no two bits of it meet: then nothing is carried.
    pub(crate) fn add(self, other: &Word) -> Option<Word> {
        let apart = self.0.iter().zip(&other.0).all(|(a, b)| a.and(*b) == Known(false));
        apart.then(|| self.or(other))
    }

    pub(crate) fn shl(&self, by: u32) -> Word {
        let zeros = std::iter::repeat_n(Known(false), by as usize);
        Word(zeros.chain(self.0.iter().copied()).take(self.0.len()).collect())
    }

    /// To the right; what comes in is the sign of numbers that have one.
    pub(crate) fn shr(&self, by: u32, signed: bool) -> Word {
        let filler = self.filler(signed);
        let rest = self.0.iter().copied().skip(by as usize);
        Word(rest.chain(std::iter::repeat(filler)).take(self.0.len()).collect())
    }

    fn filler(&self, signed: bool) -> Origin {
        match (signed, self.0.last()) {
            (true, Some(sign)) => *sign,
            _ => Known(false),
        }
    }

    /// The number after its conversion to another type.
    pub(crate) fn converted(&self, from: IntType, to: IntType) -> Word {
        let filler = self.filler(from.signed);
        let bits = self.0.iter().copied().chain(std::iter::repeat(filler));
        Word(bits.take(to.bits as usize).collect())
    }

    /// Whether two numbers of one type are certainly equal, or certainly not.
    pub(crate) fn equals(&self, other: &Word) -> Option<bool> {
        let bits = || self.0.iter().zip(&other.0).map(|(a, b)| a.equals(*b));
        match () {
            () if self.0.len() != other.0.len() => None,
            () if bits().any(|equal| equal == Some(false)) => Some(false),
            () if bits().all(|equal| equal == Some(true)) => Some(true),
            () => None,
        }
    }

    /// The number that it is, if all bits are known.
    pub(crate) fn as_constant(&self, ty: IntType) -> Option<i128> {
        let bits = self.0.iter().enumerate().map(|(at, bit)| match bit {
            Known(bit) => Some(i128::from(*bit) << at),
            _ => None,
        });
        ty.wrap(bits.sum::<Option<i128>>()?)
    }

    /// The cell whose lowest bit is the lowest one here.
    pub(crate) fn first_cell(&self) -> Option<CellId> {
        self.0.iter().enumerate().find_map(|(place, bit)| match bit {
            Of { cell, at, flipped: false } if usize::from(*at) == place => Some(*cell),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_c::Rank;

    const TYPES: [IntType; 4] = [
        IntType { rank: Rank::Char, bits: 3, signed: true },
        IntType { rank: Rank::Char, bits: 3, signed: false },
        IntType { rank: Rank::Int, bits: 5, signed: true },
        IntType { rank: Rank::Int, bits: 5, signed: false },
    ];

    /// Words of three bits over two cells with one bit each, and the number that each is when the cells have some values.
    fn words() -> Vec<Word> {
        let of = |cell: u32, flipped| Of { cell: CellId(cell), at: 0, flipped };
        let bits = [Known(false), Known(true), Any, of(0, false), of(0, true), of(1, false)];
        let mut all = Vec::new();
        for a in bits {
            for b in bits {
                all.extend(bits.map(|c| Word(vec![a, b, c])));
            }
        }
        all
    }

    /// The numbers that a word may be, for values of the two cells.
    fn numbers(word: &Word, cells: [bool; 2], ty: IntType) -> Vec<i128> {
        let ways = |bit: &Origin| match bit {
            Known(bit) => vec![*bit],
            Of { cell, flipped, .. } => vec![cells[cell.0 as usize] != *flipped],
            Any => vec![false, true],
        };
        let mut all = vec![0];
        for (at, bit) in word.0.iter().enumerate() {
            let before = std::mem::take(&mut all);
            for way in ways(bit) {
                all.extend(before.iter().map(|number| number | i128::from(way) << at));
            }
        }
        all.into_iter().filter_map(|number| ty.wrap(number)).collect()
    }

    const CELLS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

    #[test]
    fn every_operation_on_three_bits() {
        type Concrete = fn(i128, i128) -> i128;
        let words = words();
        for ty in &TYPES[..2] {
            for a in &words {
                for b in words.iter().step_by(5) {
                    let sum = a.clone().add(b);
                    let results: [(Word, Concrete); 4] = [
                        (a.clone().and(b), |x, y| x & y),
                        (a.clone().or(b), |x, y| x | y),
                        (a.clone().xor(b), |x, y| x ^ y),
                        (sum.unwrap_or(Word::any(*ty)), |x, y| x + y),
                    ];
                    let equal = a.equals(b);
                    for cells in CELLS {
                        for x in numbers(a, cells, *ty) {
                            for y in numbers(b, cells, *ty) {
                                for (result, concrete) in &results {
                                    let value = ty.wrap(concrete(x, y)).expect("it is narrow");
                                    let known = numbers(result, cells, *ty);
                                    assert!(known.contains(&value), "{a:?} {b:?}: {x} {y}");
                                }
                                assert!(equal.is_none_or(|equal| equal == (x == y)), "{a:?} {b:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_and_conversions() {
        for from in &TYPES[..2] {
            for word in words() {
                for cells in CELLS {
                    for x in numbers(&word, cells, *from) {
                        let check = |result: &Word, ty: &IntType, value: i128| {
                            let value = ty.wrap(value).expect("it is narrow");
                            let known = numbers(result, cells, *ty);
                            assert!(known.contains(&value), "{word:?}: {x} gives {value}");
                        };
                        for by in 0..3 {
                            check(&word.shl(by), from, x << by);
                            check(&word.shr(by, from.signed), from, x >> by);
                        }
                        check(&word.clone().not(), from, !x);
                        for to in &TYPES {
                            check(&word.converted(*from, *to), to, x);
                        }
                        assert!(word.as_constant(*from).is_none_or(|constant| constant == x));
                    }
                }
            }
        }
    }
}

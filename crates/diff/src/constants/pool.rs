//! The constants that expressions are compared with.
//!
//! Half of them come from the program itself, where values at its bounds are, and half are random:
//! first a width in bits, then that many random bits, so that small numbers are as likely as large
//! ones.

use soundline_c::{IntType, Program, Rank, ValueRange};
use soundline_lattice::choices::Random;
use std::collections::BTreeSet;

/// Constants of a program with their neighbours.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    values: Vec<i128>,
}

impl Pool {
    /// Every constant of the program, with those just below and above it.
    pub fn of(program: &Program) -> Pool {
        let constants = program.constants();
        let around = constants.iter().flat_map(|c| [c.checked_sub(1), Some(*c), c.checked_add(1)]);
        let values: BTreeSet<i128> = around.flatten().collect();
        Pool { values: values.into_iter().collect() }
    }

    /// The values in it that are in a range, and the bounds of that range.
    pub fn values(&self, range: ValueRange) -> Vec<i128> {
        let all: BTreeSet<i128> = self.within(range).iter().copied().chain(bounds(range)).collect();
        all.into_iter().collect()
    }

    /// A constant of a range: from the pool or random, equally likely.
    pub fn draw(&self, range: ValueRange, random: &mut Random) -> i128 {
        if random.up_to(1) == 1 {
            return random_within(range, random);
        }
        // No list is made of the two: there may be many constants, and this is done often.
        let within = self.within(range);
        let bounds: Vec<i128> = bounds(range).collect();
        let chosen = random.up_to((within.len() + bounds.len()) as u64 - 1) as usize;
        within.get(chosen).copied().unwrap_or_else(|| bounds[chosen - within.len()])
    }

    /// The values of the program that are in a range.
    fn within(&self, range: ValueRange) -> &[i128] {
        let start = self.values.partition_point(|value| *value < range.least);
        let end = self.values.partition_point(|value| *value <= range.most);
        &self.values[start..end]
    }

    /// Up to `count` different constants of a range, fewer if it has fewer values.
    pub fn draw_many(&self, range: ValueRange, count: usize, random: &mut Random) -> Vec<i128> {
        let count = usize::try_from(range.count()).map_or(count, |all| count.min(all));
        let mut drawn = Vec::with_capacity(count);
        while drawn.len() < count {
            let constant = self.draw(range, random);
            if !drawn.contains(&constant) {
                drawn.push(constant);
            }
        }
        drawn
    }
}

/// The values at which a range ends, and those around 0.
fn bounds(range: ValueRange) -> impl Iterator<Item = i128> {
    let ValueRange { least, most } = range;
    let bounds = [least, least + 1, -1, 0, 1, most - 1, most];
    bounds.into_iter().filter(move |value| range.contains(*value))
}

/// A value of a range, its width uniform.
fn random_within(range: ValueRange, random: &mut Random) -> i128 {
    let width = |value: i128| 128 - if value < 0 { !value } else { value }.leading_zeros();
    let signed = range.least < 0;
    let bits = width(range.least).max(width(range.most)) + u32::from(signed);
    let ty = IntType { rank: Rank::BitField, bits: bits.clamp(1, 64), signed };
    // A range far from 0 may have few of the values of that width.
    let drawn = (0..64).map(|_| random_of_width(ty, random)).find(|value| range.contains(*value));
    drawn.unwrap_or_else(|| {
        let last = u64::try_from(range.count() - 1).unwrap_or(u64::MAX);
        range.least + i128::from(random.up_to(last))
    })
}

/// A value with a uniform width: so many random bits, the first of which is the sign if there is one.
pub fn random_of_width(ty: IntType, random: &mut Random) -> i128 {
    let width = 1 + random.up_to(u64::from(ty.bits.min(64)) - 1) as u32;
    let bits = i128::from(random.bits() >> (64 - width));
    let negative = ty.signed && bits >> (width - 1) == 1;
    if negative { bits - (1 << width) } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_c::Rank;

    fn int(rank: Rank, bits: u32, signed: bool) -> IntType {
        IntType { rank, bits, signed }
    }

    fn all(ty: IntType) -> ValueRange {
        ValueRange { least: ty.min(), most: ty.max() }
    }

    fn pool(values: &[i128]) -> Pool {
        Pool { values: values.to_vec() }
    }

    #[test]
    fn bounds_are_always_there() {
        let byte = int(Rank::Char, 8, true);
        assert_eq!(pool(&[99, 500]).values(all(byte)), [-128, -127, -1, 0, 1, 99, 126, 127]);
        assert_eq!(pool(&[]).values(ValueRange::TRUTH), [0, 1]);
    }

    #[test]
    fn all_values_fit_and_all_widths_occur() {
        let mut random = Random::new(5);
        for (rank, bits) in [(Rank::Char, 8), (Rank::Short, 16), (Rank::Int, 32), (Rank::Long, 64)]
        {
            for signed in [false, true] {
                let ty = int(rank, bits, signed);
                let drawn: Vec<i128> =
                    (0..4000).map(|_| random_of_width(ty, &mut random)).collect();
                assert!(drawn.iter().all(|value| ty.contains(*value)), "{ty:?}");
                let width = |value: &i128| 128 - value.unsigned_abs().leading_zeros();
                let widths: BTreeSet<u32> = drawn.iter().map(width).collect();
                assert!(widths.len() as u32 >= bits, "{ty:?} {widths:?}");
                assert_eq!(drawn.iter().any(|value| *value < 0), signed);
            }
        }
    }

    /// Small numbers must be likely: a uniform choice of 64 bits would never give them.
    #[test]
    fn widths_are_uniform() {
        let mut random = Random::new(1);
        let ty = int(Rank::LongLong, 64, false);
        let small = (0..6400).filter(|_| random_of_width(ty, &mut random) < 256).count();
        // Widths 1 to 8 of 64, and few of the wider ones: 800 and about 100.
        assert!((700..1100).contains(&small), "{small}");
    }

    #[test]
    fn batches_have_different_constants() {
        let mut random = Random::new(9);
        let drawn = pool(&[7]).draw_many(all(IntType::INT), 16, &mut random);
        assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), 16);
        let bools = pool(&[7]).draw_many(ValueRange::TRUTH, 4, &mut random);
        assert_eq!(bools.iter().collect::<BTreeSet<_>>(), BTreeSet::from([&0, &1]));
    }

    /// `(j < 10) != -23247` says nothing about anybody.
    #[test]
    fn constants_fit_the_values_of_the_expression() {
        let mut random = Random::new(3);
        let ranges = [
            (0, 1),
            (0, 9),
            (-9, 9),
            (5, 5),
            (-3, 1000),
            (1 << 40, (1 << 40) + 3),
            (i128::from(i64::MIN), -5),
        ];
        for (least, most) in ranges {
            let range = ValueRange { least, most };
            let drawn: Vec<i128> =
                (0..500).map(|_| pool(&[-23247, 7]).draw(range, &mut random)).collect();
            assert!(drawn.iter().all(|value| range.contains(*value)), "{range:?}");
            let different = drawn.iter().collect::<BTreeSet<_>>().len();
            assert!(different as u128 >= range.count().min(8), "{range:?} {different}");
        }
    }
}

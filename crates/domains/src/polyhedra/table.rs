//! Generators by column, so that a row is multiplied with all of them at once.

use super::pair::Pair;
use crate::kernels::{self, Level, TALL};

/// Integers up to this are exact as f64.
const EXACT: u64 = 1 << 53;

/// The generators of a polyhedron as f64: its rays, then its lines both ways.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Column after column, each of so many entries.
    columns: Vec<f64>,
    height: usize,
    /// No entry is beyond this.
    most: u64,
}

/// Space for one row after the other: its columns that are not 0, and their entries.
pub(super) struct Space {
    starts: Vec<usize>,
    factors: Vec<f64>,
}

impl Space {
    pub fn new(width: usize) -> Space {
        Space { starts: vec![0; width], factors: vec![0.0; width] }
    }
}

impl Table {
    /// The generators, if they are so small that there is hope for exact products.
    pub fn of(pair: &Pair<i64>) -> Option<Table> {
        let most = pair.rays.most() | pair.lines.most();
        if most > EXACT {
            return None;
        }
        let height = (pair.rays.len() + 2 * pair.lines.len()).next_multiple_of(TALL);
        let mut columns = vec![0.0; height * pair.width()];
        let mut put = |place: usize, row: &[i64], sign: f64| {
            for (column, entry) in row.iter().enumerate() {
                columns[column * height + place] = sign * *entry as f64;
            }
        };
        let (rays, lines) = (pair.rays.len(), pair.lines.len());
        pair.rays.iter().enumerate().for_each(|(index, ray)| put(index, ray, 1.0));
        for (index, line) in pair.lines.iter().enumerate() {
            put(rays + index, line, 1.0);
            put(rays + lines + index, line, -1.0);
        }
        Some(Table { columns, height, most })
    }

    /// Is the product of a row with a generator below 0, and is one above? `None` if they might not
    /// be exact.
    #[inline]
    pub fn signs(&self, row: &[i64], space: &mut Space) -> Option<(bool, bool)> {
        let sum = row.iter().fold(0u64, |sum, entry| sum.saturating_add(entry.unsigned_abs()));
        if sum.saturating_mul(self.most) > EXACT {
            return None;
        }
        let mut terms = 0;
        for (column, entry) in row.iter().enumerate() {
            space.starts[terms] = column * self.height;
            space.factors[terms] = *entry as f64;
            terms += usize::from(*entry != 0);
        }
        let (starts, factors) = (&space.starts[..terms], &space.factors[..terms]);
        let level = Level::best();
        Some(kernels::signs_of_sum(level, &self.columns, self.height, starts, factors))
    }
}

#[cfg(test)]
mod tests {
    use soundline_lattice::Choices;

    use super::*;
    use crate::linear::rows::Rows;
    use crate::linear::scalar::Scalar;
    use crate::polyhedra::bits::Bits;

    fn rows(choices: &mut Choices, count: i64, limit: i64) -> Rows<i64> {
        let mut rows = Rows::new(5);
        for _ in 0..count {
            let row: Vec<i64> = (0..5).map(|_| choices.int(-limit, limit)).collect();
            rows.push(&row);
        }
        rows
    }

    /// The kernel against scalar products of big integers.
    #[test]
    fn signs_are_those_of_the_exact_products_or_unknown() {
        let mut choices = Choices::random(8);
        let (mut known, mut unknown) = (0, 0);
        for case in 0..3000 {
            let limit = [2, 40, 1 << 20, 1 << 27, 1 << 50][case % 5];
            let (rays, lines) = (choices.int(1, 40), choices.int(0, 3));
            let pair = Pair {
                equalities: Rows::new(5),
                inequalities: Rows::new(5),
                rays: rows(&mut choices, rays, limit),
                lines: rows(&mut choices, lines, limit),
                saturation: Bits::new(0),
            };
            let row = rows(&mut choices, 1, limit);
            let dots = |rows: &Rows<i64>| -> Vec<i128> {
                rows.iter().map(|generator| i64::dot(row.row(0), generator)).collect()
            };
            let (rays, lines) = (dots(&pair.rays), dots(&pair.lines));
            let moved = lines.iter().any(|dot| *dot != 0);
            let below = moved || rays.iter().any(|dot| *dot < 0);
            let above = moved || rays.iter().any(|dot| *dot > 0);
            let found = Table::of(&pair).and_then(|t| t.signs(row.row(0), &mut Space::new(5)));
            match found {
                Some(signs) => assert_eq!(signs, (below, above)),
                None => unknown += 1,
            }
            known += usize::from(found.is_some());
        }
        assert!(known > 1000 && unknown > 500, "{known} {unknown}");
    }
}

//! Reduced row echelon form over integers: the canonical basis of equalities or of lines.

use std::cmp::Ordering;

use super::rows::Rows;
use super::scalar::Scalar;

/// Bring rows into reduced echelon form: each has a column, its pivot, in which it is positive and
/// all others are 0. Dependent rows vanish. Gives the pivots; column 0, of the constants, is the
/// last choice. `None` if an entry does not fit.
pub(crate) fn reduce<T: Scalar>(rows: &mut Rows<T>) -> Option<Vec<usize>> {
    let width = rows.width();
    let mut pivots = Vec::with_capacity(rows.len());
    let (mut scratch, mut pivot) = (Vec::with_capacity(width), Vec::with_capacity(width));
    for column in (1..width).chain([0]) {
        let done = pivots.len();
        if done == rows.len() {
            break;
        }
        let Some(found) =
            (done..rows.len()).find(|row| rows.row(*row)[column].sign() != Ordering::Equal)
        else {
            continue;
        };
        rows.copy_down(found, done);
        if rows.row(done)[column].sign() == Ordering::Less {
            rows.row_mut(done).iter_mut().for_each(T::negate);
        }
        T::normalise(rows.row_mut(done))?;
        pivot.clear();
        pivot.extend_from_slice(rows.row(done));
        for row in (0..rows.len()).filter(|row| *row != done) {
            clear(rows, row, &pivot, column, &mut scratch)?;
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    Some(pivots)
}

/// Make all rows 0 in the pivots of a reduced basis, by adding multiples of it.
pub(crate) fn clear_pivots<T: Scalar>(
    rows: &mut Rows<T>,
    basis: &Rows<T>,
    pivots: &[usize],
) -> Option<()> {
    let mut scratch = Vec::new();
    for (pivot, column) in basis.iter().zip(pivots) {
        for row in 0..rows.len() {
            clear(rows, row, pivot, *column, &mut scratch)?;
        }
    }
    Some(())
}

/// The pivots of rows that are in reduced echelon form already.
pub(crate) fn pivots_of<T: Scalar>(rows: &Rows<T>) -> Vec<usize> {
    let first = |row: &[T]| (1..row.len()).find(|column| row[*column].sign() != Ordering::Equal);
    rows.iter().map(|row| first(row).unwrap_or(0)).collect()
}

fn clear<T: Scalar>(
    rows: &mut Rows<T>,
    row: usize,
    pivot: &[T],
    column: usize,
    scratch: &mut Vec<T>,
) -> Option<()> {
    let entry = &rows.row(row)[column];
    if entry.sign() == Ordering::Equal {
        return Some(());
    }
    let entry = entry.product();
    rows.combine_into(row, &pivot[column].product(), (pivot, &entry), scratch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependent_rows_vanish_and_pivots_are_alone() {
        let mut rows: Rows<i64> = Rows::new(4);
        for row in [[1, 2, 4, 0], [0, 1, 2, 0], [3, 0, 0, -2], [4, 1, 2, -2]] {
            rows.push(&row);
        }
        assert_eq!(reduce(&mut rows), Some(vec![1, 3, 0]));
        let expected = [[0, 1, 2, 0], [0, 0, 0, 1], [1, 0, 0, 0]];
        assert!(rows.iter().eq(expected.iter().map(|row| &row[..])));
        assert_eq!(pivots_of(&rows), [1, 3, 0]);
    }
}

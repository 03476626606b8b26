//! The entries of rows, and what is computed with whole rows of them.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

use super::matrix::Matrix;
use super::rows::Rows;
use crate::numbers::{Int, Integer, gcd_u64};

/// An integer in a row.
pub(crate) trait Scalar: Integer + Hash + Debug + Send + Sync + 'static {
    /// What the scalar product of two rows is kept in: it never overflows.
    type Product: Clone + Debug;

    /// The number, if it is small enough for an entry.
    fn entry(value: &Int) -> Option<Self>;

    /// The entry as a factor for [`Scalar::combine`].
    fn product(&self) -> Self::Product;

    /// The scalar product of two rows.
    fn dot(a: &[Self], b: &[Self]) -> Self::Product;

    /// The same for a row with few entries, given with their columns.
    fn sparse_dot(columns: &[usize], entries: &[Self], other: &[Self]) -> Self::Product;

    /// Are scalar products of these entries with others, which are at most `most`, machine words?
    fn is_narrow(entries: &[Self], most: u64) -> bool;

    /// [`Scalar::sparse_dot`] for entries that are narrow.
    fn narrow_dot(columns: &[usize], entries: &[Self], other: &[Self]) -> Self::Product;

    /// A number that no entry exceeds.
    fn most_of(entries: &[Self]) -> u64;

    fn sign_of(product: &Self::Product) -> Ordering;
    fn negated_product(product: &Self::Product) -> Self::Product;
    fn int_of(product: &Self::Product) -> Int;

    /// Append x * a - y * b, divided by the greatest common divisor of its entries. `None` if an
    /// entry does not fit; what was appended is then undefined.
    fn combine(
        a: &[Self],
        x: &Self::Product,
        b: &[Self],
        y: &Self::Product,
        out: &mut Vec<Self>,
    ) -> Option<()>;

    /// Divide the entries by their greatest common divisor. `None` if one is out of range.
    fn normalise(row: &mut [Self]) -> Option<()>;

    /// The rows of a matrix with entries of this type, if they fit.
    fn rows(matrix: &Matrix) -> Option<Cow<'_, Rows<Self>>>;
}

/// Magnitudes of entries are below this: products of two entries, summed up over 2^15 columns, stay
/// below 2^127, so that scalar products need no checks.
pub(crate) const LIMIT: u64 = 1 << 56;

/// Sums of two multiples of entries, by factors that together are not beyond this, are words.
const NARROW: u64 = 1 << 6;

/// Most columns for which words are used.
pub(crate) const MOST_COLUMNS: usize = 1 << 15;

impl Scalar for i64 {
    type Product = i128;

    fn entry(value: &Int) -> Option<i64> {
        value.to_i64().filter(|word| word.unsigned_abs() < LIMIT)
    }

    #[inline]
    fn product(&self) -> i128 {
        i128::from(*self)
    }

    #[inline]
    fn dot(a: &[i64], b: &[i64]) -> i128 {
        // Entries are below 2^56 and columns at most 2^15: the sum stays below 2^127.
        a.iter()
            .zip(b)
            .fold(0, |sum: i128, (a, b)| sum.wrapping_add(i128::from(*a) * i128::from(*b)))
    }

    #[inline]
    fn sparse_dot(columns: &[usize], entries: &[i64], other: &[i64]) -> i128 {
        columns.iter().zip(entries).fold(0, |sum: i128, (column, entry)| {
            sum.wrapping_add(i128::from(*entry) * i128::from(other[*column]))
        })
    }

    #[inline]
    fn is_narrow(entries: &[i64], most: u64) -> bool {
        let sum = entries.iter().fold(0u64, |sum, entry| sum.saturating_add(entry.unsigned_abs()));
        sum.checked_mul(most).is_some_and(|product| product <= i64::MAX as u64)
    }

    #[inline]
    fn narrow_dot(columns: &[usize], entries: &[i64], other: &[i64]) -> i128 {
        let sum = columns.iter().zip(entries).fold(0i64, |sum, (column, entry)| {
            sum.wrapping_add(entry.wrapping_mul(other[*column]))
        });
        i128::from(sum)
    }

    #[inline]
    fn most_of(entries: &[i64]) -> u64 {
        entries.iter().fold(0, |all, entry| all | entry.unsigned_abs())
    }

    #[inline]
    fn sign_of(product: &i128) -> Ordering {
        product.cmp(&0)
    }

    #[inline]
    fn negated_product(product: &i128) -> i128 {
        -product
    }

    fn int_of(product: &i128) -> Int {
        Int::from(*product)
    }

    #[inline]
    fn combine(a: &[i64], x: &i128, b: &[i64], y: &i128, out: &mut Vec<i64>) -> Option<()> {
        let (x, y) = (i64::try_from(*x).ok()?, i64::try_from(*y).ok()?);
        let (x, y) = without_divisor(x, y);
        let start = out.len();
        if x.unsigned_abs().saturating_add(y.unsigned_abs()) <= NARROW {
            out.extend(a.iter().zip(b).map(|(a, b)| (x * a).wrapping_sub(y * b)));
            return i64::normalise(&mut out[start..]);
        }
        let mut wide = false;
        out.extend(a.iter().zip(b).map(|(a, b)| {
            // Below 2^63 * 2^56 * 2.
            let entry = wide_product(x, *a).wrapping_sub(wide_product(y, *b));
            wide |= entry != i128::from(entry as i64);
            entry as i64
        }));
        if !wide {
            return i64::normalise(&mut out[start..]);
        }
        let entry = |(a, b): (&i64, &i64)| wide_product(x, *a) - wide_product(y, *b);
        let divisor = a.iter().zip(b).map(entry).fold(0, gcd_i128);
        for (entry, place) in a.iter().zip(b).map(entry).zip(&mut out[start..]) {
            *place = i64::try_from(entry / divisor).ok()?;
        }
        i64::normalise(&mut out[start..])
    }

    #[inline]
    fn normalise(row: &mut [i64]) -> Option<()> {
        let (mut all, mut unit) = (0, false);
        for entry in row.iter() {
            all |= entry.unsigned_abs();
            unit |= entry.unsigned_abs() == 1;
        }
        // Most rows have an entry 1.
        let mut divisor = u64::from(unit);
        for entry in row.iter() {
            if divisor == 1 {
                break;
            }
            divisor = gcd_u64(divisor, entry.unsigned_abs());
        }
        if divisor > 1 {
            all = 0;
            for entry in row.iter_mut() {
                // A quotient by 2^63 is 0 or -1.
                *entry = match i64::try_from(divisor) {
                    Ok(divisor) => *entry / divisor,
                    Err(_) => entry.signum(),
                };
                all |= entry.unsigned_abs();
            }
        }
        (all < LIMIT).then_some(())
    }

    fn rows(matrix: &Matrix) -> Option<Cow<'_, Rows<i64>>> {
        match matrix {
            Matrix::Words(rows) => Some(Cow::Borrowed(rows)),
            Matrix::Big(_) => None,
        }
    }
}

/// Both without their greatest common divisor. Divisions of i128 would be slow.
#[inline]
fn without_divisor(x: i64, y: i64) -> (i64, i64) {
    // Both are multiples of 2^63 if it is the divisor.
    match i64::try_from(gcd_u64(x.unsigned_abs(), y.unsigned_abs())) {
        Ok(..=1) => (x, y),
        Ok(divisor) => (x / divisor, y / divisor),
        Err(_) => (x.signum(), y.signum()),
    }
}

#[inline]
fn wide_product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

fn gcd_i128(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

impl Scalar for Int {
    type Product = Int;

    fn entry(value: &Int) -> Option<Int> {
        Some(value.clone())
    }

    fn product(&self) -> Int {
        self.clone()
    }

    fn dot(a: &[Int], b: &[Int]) -> Int {
        a.iter().zip(b).fold(Int::ZERO, |sum, (a, b)| sum + a * b)
    }

    fn sparse_dot(columns: &[usize], entries: &[Int], other: &[Int]) -> Int {
        let products = columns.iter().zip(entries).map(|(column, entry)| entry * &other[*column]);
        products.fold(Int::ZERO, |sum, product| sum + product)
    }

    fn is_narrow(_: &[Int], _: u64) -> bool {
        false
    }

    fn narrow_dot(columns: &[usize], entries: &[Int], other: &[Int]) -> Int {
        Int::sparse_dot(columns, entries, other)
    }

    fn most_of(_: &[Int]) -> u64 {
        u64::MAX
    }

    fn sign_of(product: &Int) -> Ordering {
        Int::sign(product)
    }

    fn negated_product(product: &Int) -> Int {
        -product
    }

    fn int_of(product: &Int) -> Int {
        product.clone()
    }

    fn combine(a: &[Int], x: &Int, b: &[Int], y: &Int, out: &mut Vec<Int>) -> Option<()> {
        let start = out.len();
        out.extend(a.iter().zip(b).map(|(a, b)| x * a - y * b));
        Int::normalise(&mut out[start..])
    }

    fn normalise(row: &mut [Int]) -> Option<()> {
        let divisor = row.iter().fold(Int::ZERO, |divisor, entry| divisor.gcd(entry));
        if divisor > Int::ONE {
            for entry in row {
                *entry = entry.div_exact(&divisor)?;
            }
        }
        Some(())
    }

    fn rows(matrix: &Matrix) -> Option<Cow<'_, Rows<Int>>> {
        Some(match matrix {
            Matrix::Words(_) => Cow::Owned(matrix.to_big()),
            Matrix::Big(rows) => Cow::Borrowed(rows),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_combine_as_big_integers_do_or_give_up() {
        const TOP: i64 = (LIMIT - 1) as i64;
        let numbers = [0, 1, -1, 2, 6, -9, 1 << 31, -(1 << 40), TOP, -TOP, TOP - 1];
        let wide = |row: &[i64]| row.iter().map(|n| Int::from(*n)).collect::<Vec<_>>();
        for (i, x) in numbers.iter().enumerate() {
            for y in numbers {
                let a = [numbers[(i + 3) % 11], y, 1, 0];
                let b = [TOP, *x, numbers[(i + 7) % 11], 3];
                let (mut words, mut big) = (Vec::new(), Vec::new());
                let fits = i64::combine(&a, &x.product(), &b, &y.product(), &mut words);
                let (p, q) = (Int::from(*x), Int::from(y));
                Int::combine(&wide(&a), &p, &wide(&b), &q, &mut big).expect("big ones fit");
                match fits {
                    Some(()) => assert_eq!(wide(&words), big),
                    None => assert!(big.iter().any(|n| n.abs() >= Int::from(LIMIT))),
                }
            }
        }
    }

    #[test]
    fn scalar_products_do_not_wrap() {
        let row = vec![LIMIT as i64; 1000];
        let expected = Int::from(1000) * Int::from(LIMIT) * Int::from(LIMIT);
        assert_eq!(i64::int_of(&i64::dot(&row, &row)), expected);
    }
}

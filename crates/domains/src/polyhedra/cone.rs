//! A polyhedral cone given by lines and extreme rays, cut by one half-space after the other: the
//! double description method.
//!
//! This is Chernikova's algorithm (1968) with Le Verge's test of adjacency (1992): two rays span a
//! new one on the cutting plane only if no third ray saturates all the constraints that both
//! saturate. Polyhedra are cones in one more dimension, and the same code turns constraints into
//! generators and, by duality, generators into constraints.

use std::cmp::Ordering;

use super::bits::Bits;
use crate::linear::rows::Rows;
use crate::linear::scalar::Scalar;
use crate::linear::terms::Terms;

/// A cone with the constraints that made it.
#[derive(Clone, Debug)]
pub(crate) struct Cone<T: Scalar> {
    /// Directions that are in the cone both ways.
    pub lines: Rows<T>,
    /// Extreme rays modulo the lines.
    pub rays: Rows<T>,
    /// Ray × inequality: is the product 0?
    pub saturation: Bits,
    /// Half-spaces, row * v >= 0. None is implied by those before it.
    pub inequalities: Rows<T>,
    /// Hyperplanes, row * v = 0, independent of each other.
    pub equalities: Rows<T>,
    /// Is no inequality implied by the others? Only cutting rays can change that: what is cut along
    /// a line is the same cone in the plane, and perhaps a ray more.
    pub minimal: bool,
    terms: Terms<T>,
    products: Vec<T::Product>,
    scratch: Vec<T>,
}

/// Where the rays lie that are to be cut.
#[derive(Default)]
struct Sides {
    above: Vec<usize>,
    below: Vec<usize>,
}

impl<T: Scalar> Cone<T> {
    /// A cone whose two descriptions are known and minimal. The saturation has room for the inequalities to
    /// come.
    pub fn new(
        (lines, rays): (Rows<T>, Rows<T>),
        (equalities, inequalities): (Rows<T>, Rows<T>),
        saturation: Bits,
    ) -> Cone<T> {
        let (terms, products, scratch) = (Terms::new(), Vec::new(), Vec::new());
        let minimal = true;
        Cone {
            lines,
            rays,
            saturation,
            inequalities,
            equalities,
            minimal,
            terms,
            products,
            scratch,
        }
    }

    /// The whole space.
    pub fn whole(width: usize) -> Cone<T> {
        let mut lines = Rows::with_capacity(width, width);
        (0..width).for_each(|column| lines.push_unit(column, T::ONE));
        let none = || Rows::new(width);
        Cone::new((lines, none()), (none(), none()), Bits::new(0))
    }

    /// Keep what satisfies the constraint. `None` if an entry does not fit.
    pub fn cut(&mut self, row: &[T], equality: bool) -> Option<()> {
        self.terms.load(row);
        let outside = self.lines.iter().enumerate().find_map(|(index, line)| {
            let product = self.terms.dot(line);
            (T::sign_of(&product) != Ordering::Equal).then_some((index, product))
        });
        match outside {
            Some((index, product)) => self.cut_line(row, equality, index, product),
            None => self.cut_rays(row, equality),
        }
    }

    /// One line leaves the plane of the constraint. All else is moved along it into the plane; the
    /// line itself becomes a ray, which saturates all constraints but this one.
    fn cut_line(
        &mut self,
        row: &[T],
        equality: bool,
        index: usize,
        mut product: T::Product,
    ) -> Option<()> {
        let mut line = self.lines.swap_remove(index);
        if T::sign_of(&product) == Ordering::Less {
            line.iter_mut().for_each(T::negate);
            product = T::negated_product(&product);
        }
        for rows in [&mut self.lines, &mut self.rays] {
            for index in 0..rows.len() {
                let own = self.terms.dot(rows.row(index));
                if T::sign_of(&own) != Ordering::Equal {
                    rows.combine_into(index, &product, (&line, &own), &mut self.scratch)?;
                }
            }
        }
        if equality {
            self.equalities.push(row);
            return Some(());
        }
        let column = self.inequalities.len();
        self.inequalities.push(row);
        (0..self.rays.len()).for_each(|ray| self.saturation.set(ray, column));
        self.rays.push(&line);
        self.saturation.push_ones(column);
        Some(())
    }

    fn cut_rays(&mut self, row: &[T], equality: bool) -> Option<()> {
        let sides = self.sides();
        if sides.below.is_empty() && (!equality || sides.above.is_empty()) {
            return Some(());
        }
        self.minimal = false;
        // An inequality that only the rays on its plane satisfy is an equality.
        let equality = equality || sides.above.is_empty();
        let mut fresh = Rows::new(row.len());
        let mut fresh_bits = self.saturation.empty();
        self.span(&sides, &mut fresh, &mut fresh_bits)?;
        let column = (!equality).then_some(self.inequalities.len());
        self.keep(column);
        let kept = self.rays.len();
        self.rays.append(&fresh);
        self.saturation.append(&fresh_bits);
        match column {
            Some(column) => {
                (kept..self.rays.len()).for_each(|ray| self.saturation.set(ray, column));
                self.inequalities.push(row);
            }
            None => self.equalities.push(row),
        }
        Some(())
    }

    /// Judge the rays by the loaded row.
    fn sides(&mut self) -> Sides {
        let mut sides = Sides::default();
        self.products.clear();
        for (index, ray) in self.rays.iter().enumerate() {
            let product = self.terms.dot(ray);
            match T::sign_of(&product) {
                Ordering::Greater => sides.above.push(index),
                Ordering::Less => sides.below.push(index),
                Ordering::Equal => {}
            }
            self.products.push(product);
        }
        sides
    }

    /// The rays in the plane between adjacent rays above and below it.
    fn span(&self, sides: &Sides, fresh: &mut Rows<T>, bits: &mut Bits) -> Option<()> {
        // Adjacent rays span a face of dimension 2, where so many independent constraints hold.
        let width = self.rays.width();
        let least = width.saturating_sub(self.lines.len() + self.equalities.len() + 2);
        for above in &sides.above {
            for below in &sides.below {
                if !self.adjacent(*above, *below, least) {
                    continue;
                }
                let (x, y) = (&self.products[*above], &self.products[*below]);
                let (p, n) = (self.rays.row(*above), self.rays.row(*below));
                fresh.push_combined((n, x), (p, y))?;
                bits.push_common(&self.saturation, *above, *below);
            }
        }
        Some(())
    }

    /// No third ray saturates all the constraints that both saturate, which are `least` or more.
    /// Looking only at the rays that share enough with one of the two was tried: large cubes gained,
    /// random systems lost.
    #[inline]
    fn adjacent(&self, a: usize, b: usize, least: usize) -> bool {
        let data = self.saturation.data();
        if self.saturation.words() == 1 {
            let common = data[a] & data[b];
            if (common.count_ones() as usize) < least {
                return false;
            }
            // Both themselves include it.
            return data.iter().filter(|other| common & !**other == 0).take(3).count() < 3;
        }
        let (x, y) = (self.saturation.row(a), self.saturation.row(b));
        let count: u32 = x.iter().zip(y).map(|(x, y)| (x & y).count_ones()).sum();
        if (count as usize) < least {
            return false;
        }
        let includes =
            |other: &&[u64]| x.iter().zip(y).zip(*other).all(|((x, y), other)| x & y & !other == 0);
        data.chunks_exact(self.saturation.words()).filter(includes).take(3).count() < 3
    }

    /// Drop the rays below the plane and, for an equality, those above it. The rays in the plane
    /// saturate the column.
    fn keep(&mut self, column: Option<usize>) {
        let mut kept = 0;
        for index in 0..self.rays.len() {
            let sign = T::sign_of(&self.products[index]);
            if sign == Ordering::Less || (sign == Ordering::Greater && column.is_none()) {
                continue;
            }
            self.rays.copy_down(index, kept);
            self.saturation.copy_down(index, kept);
            if let (Ordering::Equal, Some(column)) = (sign, column) {
                self.saturation.set(kept, column);
            }
            kept += 1;
        }
        self.rays.truncate(kept);
        self.saturation.truncate(kept);
    }
}

//! Both descriptions of a polyhedral cone, minimal and canonical: constraints and generators.

use std::cmp::Ordering;

use super::bits::Bits;
use super::cone::Cone;
use crate::linear::echelon;
use crate::linear::rows::Rows;
use crate::linear::scalar::Scalar;

/// The double description of a cone that is not empty. Equalities and lines are in reduced
/// echelon form, inequalities and rays are 0 in their pivots, and no row can be left out: so each
/// set of rows is unique but for the order of inequalities and rays.
#[derive(Clone, Debug)]
pub(crate) struct Pair<T: Scalar> {
    pub equalities: Rows<T>,
    pub inequalities: Rows<T>,
    pub lines: Rows<T>,
    pub rays: Rows<T>,
    /// Ray × inequality: is the product 0?
    pub saturation: Bits,
}

impl<T: Scalar> Pair<T> {
    pub fn width(&self) -> usize {
        self.rays.width()
    }

    /// The cone cut by constraints. The outer `None` means overflow, the inner one that no ray is
    /// positive in the column that marks points.
    pub fn with_constraints(
        &self,
        equalities: &Rows<T>,
        inequalities: &Rows<T>,
        marker: usize,
    ) -> Option<Option<Pair<T>>> {
        let columns = self.inequalities.len() + inequalities.len();
        let mut cone = Cone::new(
            (self.lines.clone(), self.rays.clone()),
            (self.equalities.clone(), self.inequalities.clone()),
            self.saturation.widened(columns),
        );
        let is_point = |ray: &[T]| ray[marker].sign() == Ordering::Greater;
        let rows = equalities.iter().map(|row| (row, true));
        // Sorted constraints keep the intermediate cones small: 2.6 to 20 times faster.
        let inequalities = inequalities.sorted();
        for (row, equality) in rows.chain(inequalities.iter().map(|row| (row, false))) {
            cone.cut(row, equality)?;
            // The generators of a cone above the plane of the marker: lines are in the plane.
            if !cone.rays.iter().any(is_point) {
                return Some(None);
            }
        }
        Some(Some(match cone.minimal {
            true => Pair::of_minimal(cone)?,
            false => Minimal::of(cone)?.primal(),
        }))
    }

    /// The least cone that contains this one and the generators: by duality, a cut of the cone of
    /// all constraints that hold.
    pub fn with_generators(&self, lines: &Rows<T>, rays: &Rows<T>) -> Option<Pair<T>> {
        let (count, constraints) = (self.rays.len(), self.inequalities.len());
        let mut cone = Cone::new(
            (self.equalities.clone(), self.inequalities.clone()),
            (self.lines.clone(), self.rays.clone()),
            self.saturation.transposed(count, constraints, rays.len()),
        );
        lines.iter().try_for_each(|row| cone.cut(row, true))?;
        rays.sorted().iter().try_for_each(|row| cone.cut(row, false))?;
        match cone.minimal {
            true => Pair::of_minimal(cone).map(Pair::dual),
            false => Some(Minimal::of(cone)?.dual()),
        }
    }

    /// The constraints and generators of a cone without superfluous constraints.
    fn of_minimal(cone: Cone<T>) -> Option<Pair<T>> {
        let Cone { equalities, mut inequalities, lines, rays, saturation, .. } = cone;
        inequalities.normalise()?;
        Pair { equalities, inequalities, lines, rays, saturation }.canonical()
    }

    /// Constraints as generators, and the other way round.
    fn dual(self) -> Pair<T> {
        let (rays, count) = (self.rays.len(), self.inequalities.len());
        Pair {
            equalities: self.lines,
            inequalities: self.rays,
            lines: self.equalities,
            rays: self.inequalities,
            saturation: self.saturation.transposed(rays, count, 0),
        }
    }

    /// Bring all rows into their canonical form again.
    pub fn canonical(mut self) -> Option<Pair<T>> {
        settle(&mut self.equalities, &mut self.inequalities)?;
        settle(&mut self.lines, &mut self.rays)?;
        Some(self)
    }

    /// Both descriptions in another number type, if all entries fit.
    pub fn convert<U: Scalar>(&self) -> Option<Pair<U>> {
        Some(Pair {
            equalities: self.equalities.convert()?,
            inequalities: self.inequalities.convert()?,
            lines: self.lines.convert()?,
            rays: self.rays.convert()?,
            saturation: self.saturation.clone(),
        })
    }
}

/// Reduce a basis, and the rows that are unique only modulo the basis.
fn settle<T: Scalar>(basis: &mut Rows<T>, rows: &mut Rows<T>) -> Option<()> {
    if basis.is_empty() {
        return Some(());
    }
    let pivots = echelon::reduce(basis)?;
    echelon::clear_pivots(rows, basis, &pivots)
}

/// A cone without superfluous constraints, to be read as constraints and generators or the other
/// way round.
struct Minimal<T: Scalar> {
    equalities: Rows<T>,
    inequalities: Rows<T>,
    lines: Rows<T>,
    rays: Rows<T>,
    /// Inequality × ray: is the product 0?
    saturation: Bits,
}

impl<T: Scalar> Minimal<T> {
    /// Leave out the inequalities that are implied, and turn those that always hold with equality
    /// into equalities.
    fn of(mut cone: Cone<T>) -> Option<Minimal<T>> {
        let (width, rays, count) = (cone.rays.width(), cone.rays.len(), cone.inequalities.len());
        let by_constraint = cone.saturation.transposed(rays, count, 0);
        let saturating: Vec<usize> = (0..count).map(|index| by_constraint.count(index)).collect();
        for index in (0..count).filter(|index| saturating[*index] == rays) {
            cone.equalities.push(cone.inequalities.row(index));
        }
        let pivots = echelon::reduce(&mut cone.equalities)?;
        // A facet has dimension d - 1, so it has so many rays at least.
        let dimension = width - cone.lines.len() - cone.equalities.len();
        let candidates: Vec<usize> = (0..count)
            .filter(|index| saturating[*index] < rays && saturating[*index] + 1 >= dimension)
            .collect();
        let facets = facets(&candidates, &saturating, &by_constraint);
        let mut inequalities = Rows::with_capacity(width, facets.len());
        facets.iter().for_each(|index| inequalities.push(cone.inequalities.row(*index)));
        inequalities.normalise()?;
        echelon::clear_pivots(&mut inequalities, &cone.equalities, &pivots)?;
        settle(&mut cone.lines, &mut cone.rays)?;
        let saturation = by_constraint.select(&facets);
        let Cone { lines, rays, equalities, .. } = cone;
        Some(Minimal { equalities, inequalities, lines, rays, saturation })
    }

    fn primal(self) -> Pair<T> {
        let Minimal { equalities, inequalities, lines, rays, saturation } = self;
        let saturation = saturation.transposed(inequalities.len(), rays.len(), 0);
        Pair { equalities, inequalities, lines, rays, saturation }
    }

    fn dual(self) -> Pair<T> {
        Pair {
            equalities: self.lines,
            inequalities: self.rays,
            lines: self.equalities,
            rays: self.inequalities,
            saturation: self.saturation,
        }
    }
}

/// The constraints whose saturating rays are not among those of another one.
fn facets(candidates: &[usize], saturating: &[usize], by_constraint: &Bits) -> Vec<usize> {
    let implied = |index: usize| {
        candidates.iter().any(|other| {
            let larger = saturating[*other] > saturating[index]
                || (saturating[*other] == saturating[index] && *other < index);
            larger && by_constraint.includes(*other, index)
        })
    };
    candidates.iter().copied().filter(|index| !implied(*index)).collect()
}

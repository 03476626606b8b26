//! Variables as APRON's dimensions, where all integers come before all reals.

use soundline_domains::expr::{Space, Var};

use super::EmitError;

/// The order of dimensions for a space.
pub(super) struct Dimensions {
    /// The variable of each dimension.
    variables: Vec<Var>,
    /// How many are integers; they come first.
    pub(super) integers: usize,
}

/// How dimensions are removed, moved and added, in this order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Dimensions that go, rising, and how many of them are integers.
    pub(super) removed: (Vec<usize>, usize),
    /// Where each of the others goes; empty if all stay in order.
    pub(super) moved: Vec<usize>,
    /// Before which of the others each new one is put, rising, and how many are integers.
    pub(super) added: (Vec<usize>, usize),
}

impl Dimensions {
    pub(super) fn of(space: &Space) -> Dimensions {
        let (integers, reals): (Vec<Var>, Vec<Var>) =
            (0..space.dimensions()).partition(|variable| space.is_integer(*variable));
        Dimensions { integers: integers.len(), variables: [integers, reals].concat() }
    }

    pub(super) fn count(&self) -> usize {
        self.variables.len()
    }

    /// The variables in the order of their dimensions.
    pub(super) fn variables(&self) -> &[Var] {
        &self.variables
    }

    /// The dimension of a variable.
    pub(super) fn of_variable(&self, variable: Var) -> Result<usize, EmitError> {
        let found = self.variables.iter().position(|other| *other == variable);
        found.ok_or_else(|| EmitError::Unwritable(format!("there is no variable x{variable}")))
    }

    /// The change that makes variable v what `sources[v]` was.
    pub(super) fn change(&self, sources: &[Option<Var>]) -> Result<Change, EmitError> {
        if sources.len() != self.count() {
            let (expected, found) = (self.count(), sources.len());
            let fault = format!("an embedding of {found} variables into {expected}");
            return Err(EmitError::Unwritable(fault));
        }
        // What each dimension of the result was before.
        let before = |variable: &Var| sources[*variable].map(|v| self.of_variable(v)).transpose();
        let before: Vec<Option<usize>> =
            self.variables.iter().map(before).collect::<Result<_, _>>()?;
        let kept = |dimension: &usize| before.contains(&Some(*dimension));
        let removed: Vec<usize> = (0..self.count()).filter(|d| !kept(d)).collect();
        let order: Vec<usize> = before.iter().flatten().copied().collect();
        let mut ranked = order.clone();
        ranked.sort_unstable();
        ranked.dedup();
        if ranked.len() < order.len() {
            return Err(EmitError::Unwritable("a variable is embedded twice".to_string()));
        }
        let place = |old: &usize| order.iter().position(|other| other == old).unwrap_or_default();
        let moved: Vec<usize> = ranked.iter().map(place).collect();
        let new = (0..self.count()).filter(|dimension| before[*dimension].is_none());
        let earlier = |dimension: usize| before[..dimension].iter().flatten().count();
        let integral =
            |dimensions: &[usize]| dimensions.iter().filter(|d| **d < self.integers).count();
        let new_dimensions: Vec<usize> = new.collect();
        Ok(Change {
            removed: (removed.clone(), integral(&removed)),
            moved: if moved.is_sorted() { Vec::new() } else { moved },
            added: (
                new_dimensions.iter().map(|dimension| earlier(*dimension)).collect(),
                integral(&new_dimensions),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::expr::VarKind::{Int, Real};

    #[test]
    fn integers_come_first() {
        let dimensions = Dimensions::of(&Space::new([Real, Int, Real, Int]));
        assert_eq!(dimensions.variables(), [1, 3, 0, 2]);
        assert_eq!((dimensions.of_variable(2), dimensions.integers), (Ok(3), 2));
        assert!(dimensions.of_variable(4).is_err());
    }

    #[test]
    fn embeddings_are_removals_moves_and_additions() {
        let dimensions = Dimensions::of(&Space::reals(4));
        let change = dimensions.change(&[Some(3), None, Some(1), None]).expect("it fits");
        assert_eq!(change.removed, (vec![0, 2], 0));
        // What is left of x1 and x3 changes places, and one new dimension comes after each.
        assert_eq!(change.moved, [1, 0]);
        assert_eq!(change.added, (vec![1, 2], 0));
        let same = dimensions.change(&[Some(0), Some(1), Some(2), Some(3)]).expect("it fits");
        assert!(same.removed.0.is_empty() && same.moved.is_empty() && same.added.0.is_empty());
        assert!(dimensions.change(&[Some(0), Some(0), None, None]).is_err());
    }
}

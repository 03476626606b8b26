//! The variables of a space as APRON's dimensions, where integers come first.

use std::ffi::c_uint;

use soundline_domains::expr::{Space, Var, VarKind};

use crate::machine::Refusal;

/// Which dimension each variable is, and the other way round.
#[derive(Clone, Debug)]
pub(super) struct Dimensions {
    of_variable: Vec<c_uint>,
    variable_of: Vec<Var>,
    integers: usize,
    /// Are variables and dimensions in the same order?
    ordered: bool,
}

impl Dimensions {
    /// The dimensions for a space.
    pub(super) fn of(space: &Space) -> Dimensions {
        let with = |wanted: VarKind| {
            let kinds = space.kinds().iter().enumerate();
            kinds.filter(move |(_, kind)| **kind == wanted).map(|(variable, _)| variable)
        };
        let variable_of: Vec<Var> = with(VarKind::Int).chain(with(VarKind::Real)).collect();
        let mut of_variable = vec![0; variable_of.len()];
        for (dimension, variable) in variable_of.iter().enumerate() {
            of_variable[*variable] = dimension as c_uint;
        }
        let ordered = variable_of.is_sorted();
        Dimensions { of_variable, variable_of, integers: with(VarKind::Int).count(), ordered }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.of_variable.len()
    }

    /// How many are integers.
    pub(super) fn integers(&self) -> usize {
        self.integers
    }

    /// How many are reals.
    pub(super) fn reals(&self) -> usize {
        self.count() - self.integers
    }

    /// Do greater variables have greater dimensions?
    pub(super) fn ordered(&self) -> bool {
        self.ordered
    }

    /// The dimension of a variable that exists.
    #[inline]
    pub(super) fn of_variable(&self, variable: Var) -> c_uint {
        self.of_variable[variable]
    }

    /// The variable of a dimension.
    pub(super) fn variable(&self, dimension: c_uint) -> Option<Var> {
        self.variable_of.get(dimension as usize).copied()
    }

    /// Refuse a variable that does not exist.
    #[inline]
    pub(super) fn check(&self, variable: Var) -> Result<(), Refusal> {
        if variable < self.count() {
            return Ok(());
        }
        Err(Refusal::Misuse(format!(
            "there is no variable x{variable} among {} dimensions",
            self.count()
        )))
    }

    fn is_integer(&self, dimension: c_uint) -> bool {
        (dimension as usize) < self.integers
    }
}

/// How dimensions are removed, moved and added, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Embedding {
    /// Dimensions that go, in order.
    pub(super) removed: Vec<c_uint>,
    /// How many of them are integers.
    pub(super) removed_integers: usize,
    /// What remains: dimension `i` becomes `moved[i]`. Empty if nothing moves.
    pub(super) moved: Vec<c_uint>,
    /// For each new dimension, in order, how many of the remaining ones are before it.
    pub(super) added: Vec<c_uint>,
    /// How many of them are integers.
    pub(super) added_integers: usize,
}

impl Embedding {
    /// The plan that makes variable `v` what `sources[v]` was.
    pub(super) fn plan(
        dimensions: &Dimensions,
        sources: &[Option<Var>],
    ) -> Result<Embedding, Refusal> {
        let sources = sources_by_dimension(dimensions, sources)?;
        let all = 0..dimensions.count() as c_uint;
        let kept: Vec<c_uint> = all.clone().filter(|d| sources.contains(&Some(*d))).collect();
        let removed: Vec<c_uint> = all.clone().filter(|d| !kept.contains(d)).collect();
        let mut moved = vec![0; kept.len()];
        let (mut added, mut before) = (Vec::new(), 0);
        for source in &sources {
            match source {
                Some(source) => {
                    let rank = kept.partition_point(|kept| kept < source);
                    moved[rank] = before;
                    before += 1;
                }
                None => added.push(before),
            }
        }
        let new = all.filter(|d| sources[*d as usize].is_none());
        Ok(Embedding {
            removed_integers: removed.iter().filter(|d| dimensions.is_integer(**d)).count(),
            added_integers: new.filter(|d| dimensions.is_integer(*d)).count(),
            moved: if moved.is_sorted() { Vec::new() } else { moved },
            removed,
            added,
        })
    }
}

/// The source of each dimension, none twice and each of its own kind.
fn sources_by_dimension(
    dimensions: &Dimensions,
    sources: &[Option<Var>],
) -> Result<Vec<Option<c_uint>>, Refusal> {
    if sources.len() != dimensions.count() {
        let (expected, found) = (dimensions.count(), sources.len());
        return Err(Refusal::Misuse(format!("{expected} dimensions are expected, not {found}")));
    }
    let mut result = vec![None; sources.len()];
    for (variable, source) in sources.iter().enumerate() {
        let Some(source) = source else { continue };
        dimensions.check(*source)?;
        let (here, there) = (dimensions.of_variable(variable), dimensions.of_variable(*source));
        if result.contains(&Some(there)) {
            return Err(Refusal::Misuse(format!("x{source} is given twice")));
        }
        if dimensions.is_integer(here) != dimensions.is_integer(there) {
            let fault = format!("x{source} and x{variable} are of different kinds");
            return Err(Refusal::Misuse(fault));
        }
        result[here as usize] = Some(there);
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_come_first() {
        let space = Space::new([VarKind::Real, VarKind::Int, VarKind::Real, VarKind::Int]);
        let dimensions = Dimensions::of(&space);
        assert_eq!(dimensions.variable_of, [1, 3, 0, 2]);
        assert_eq!(dimensions.of_variable, [2, 0, 3, 1]);
        assert_eq!((dimensions.integers(), dimensions.reals()), (2, 2));
        assert!(!dimensions.ordered());
        assert!(Dimensions::of(&Space::reals(3)).ordered());
    }

    #[test]
    fn embeddings_are_planned() {
        let dimensions = Dimensions::of(&Space::reals(4));
        let plan = |sources: &[Option<Var>]| Embedding::plan(&dimensions, sources);
        let identity = plan(&[Some(0), Some(1), Some(2), Some(3)]).expect("it fits");
        assert_eq!((identity.removed.len(), identity.moved.len(), identity.added.len()), (0, 0, 0));
        // x0 := old x3, x1 := new, x2 := old x1, x3 := new; old x0 and x2 are gone.
        let mixed = plan(&[Some(3), None, Some(1), None]).expect("it fits");
        assert_eq!(mixed.removed, [0, 2]);
        assert_eq!(mixed.moved, [1, 0]);
        assert_eq!(mixed.added, [1, 2]);
        assert!(plan(&[Some(0); 4]).is_err());
        assert!(plan(&[Some(4), None, None, None]).is_err());
        assert!(plan(&[None]).is_err());
    }

    #[test]
    fn kinds_stay_apart() {
        let space = Space::new([VarKind::Real, VarKind::Int]);
        let dimensions = Dimensions::of(&space);
        assert!(Embedding::plan(&dimensions, &[Some(1), None]).is_err());
        let plan = Embedding::plan(&dimensions, &[None, None]).expect("it fits");
        assert_eq!((plan.removed_integers, plan.added_integers), (1, 1));
        assert_eq!(plan.added, [0, 0]);
    }
}

//! Linear sums over cells with machine factors.

use crate::memory::CellId;

/// A sum of cells with factors, and a constant. Sorted by cell; no factor is 0. Operations that
/// leave the numbers of an `i128` give none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lin {
    pub(crate) terms: Vec<(CellId, i128)>,
    pub(crate) constant: i128,
}

impl Lin {
    pub(crate) fn constant(value: i128) -> Lin {
        Lin { terms: Vec::new(), constant: value }
    }

    pub(crate) fn cell(cell: CellId) -> Lin {
        Lin { terms: vec![(cell, 1)], constant: 0 }
    }

    pub(crate) fn plus(mut self, number: i128) -> Option<Lin> {
        self.constant = self.constant.checked_add(number)?;
        Some(self)
    }

    pub(crate) fn scale(&self, factor: i128) -> Option<Lin> {
        if factor == 0 {
            return Some(Lin::constant(0));
        }
        let terms = self.terms.iter().map(|(cell, own)| Some((*cell, own.checked_mul(factor)?)));
        Some(Lin {
            terms: terms.collect::<Option<_>>()?,
            constant: self.constant.checked_mul(factor)?,
        })
    }

    pub(crate) fn add(&self, other: &Lin) -> Option<Lin> {
        let mut terms = self.terms.clone();
        for (cell, factor) in &other.terms {
            match terms.binary_search_by_key(cell, |(cell, _)| *cell) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(*factor)?,
                Err(at) => terms.insert(at, (*cell, *factor)),
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        Some(Lin { terms, constant: self.constant.checked_add(other.constant)? })
    }

    pub(crate) fn sub(&self, other: &Lin) -> Option<Lin> {
        self.add(&other.scale(-1)?)
    }

    /// The sum divided by a number that divides every factor and the constant.
    pub(crate) fn exact_div(&self, divisor: i128) -> Option<Lin> {
        let whole = |value: i128| (value.checked_rem(divisor)? == 0).then(|| value / divisor);
        let terms = self.terms.iter().map(|(cell, factor)| Some((*cell, whole(*factor)?)));
        Some(Lin { terms: terms.collect::<Option<_>>()?, constant: whole(self.constant)? })
    }
}

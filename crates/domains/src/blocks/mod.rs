//! Decomposition into independent blocks of variables, for any domain (Singh, Püschel and Vechev,
//! "Fast polyhedra abstract domain", POPL 2017, where it is done for polyhedra).
//!
//! An analysis relates few variables with each other. An element is kept as a product of smaller
//! elements over disjoint blocks of variables; what costs much in many dimensions is then done in few.

mod domain;
mod element;

pub use element::Blocked;

use soundline_lattice::{Answer, Lattice, Widening};

use crate::Domain;
use crate::expr::{Space, Var};
use element::{Block, merged_sets};

/// A domain whose elements are decomposed into blocks.
///
/// ```
/// use soundline_domains::{Domain, blocks::Blocks, expr::Space, polyhedra::Polyhedra};
/// use soundline_lattice::Lattice;
/// let space = Space::reals(4);
/// let domain = Blocks::new(Polyhedra::closed(space.clone()));
/// let constraints = ["x0 <= x1", "x2 + x3 = 1"].map(|text| space.parse(text).unwrap());
/// let element = domain.from_constraints(&constraints)?;
/// assert_eq!(element.blocks(), [vec![0, 1], vec![2, 3]]);
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Blocks<D> {
    inner: D,
}

impl<D: Domain> Blocks<D> {
    /// The domain with decomposed elements.
    pub fn new(domain: D) -> Blocks<D> {
        Blocks { inner: domain }
    }

    fn dimensions(&self) -> usize {
        self.inner.space().dimensions()
    }

    /// The inner domain over some of the variables.
    fn inner_over(&self, variables: &[Var]) -> D {
        let kinds = self.inner.space().kinds();
        self.inner.over(Space::new(variables.iter().map(|v| kinds[*v])))
    }

    fn of(&self, blocks: Option<Vec<Block<D::Elem>>>) -> Blocked<D::Elem> {
        Blocked::new(self.dimensions(), blocks)
    }

    /// The element of `a` on a set of variables that no block of `a` crosses. Variables without a
    /// block are unknown.
    fn on(&self, a: &[Block<D::Elem>], variables: &[Var]) -> D::Elem {
        if let Some(block) = a.iter().find(|block| block.variables == variables) {
            return block.element.clone();
        }
        let domain = self.inner_over(variables);
        let parts = a.iter().filter(|block| variables.contains(&block.variables[0]));
        let mut result: Option<D::Elem> = None;
        for block in parts {
            let place = |v: &Var| block.variables.iter().position(|own| own == v);
            let sources: Vec<Option<Var>> = variables.iter().map(place).collect();
            let from = self.inner_over(&block.variables);
            let part = domain.embed(&block.element, &from, &sources).expect("the block fits");
            result = Some(match result {
                Some(other) => domain.meet(&other, &part),
                None => part,
            });
        }
        result.unwrap_or_else(|| domain.universe())
    }

    /// Put the element of `variables` in place of all blocks within them. False if it is bottom.
    fn put(&self, blocks: &mut Vec<Block<D::Elem>>, variables: Vec<Var>, element: D::Elem) -> bool {
        let domain = self.inner_over(&variables);
        if domain.is_bottom(&element).is_yes() {
            return false;
        }
        blocks.retain(|block| !variables.contains(&block.variables[0]));
        // A block that says nothing would only make later blocks larger.
        if !variables.is_empty() && !domain.leq(&domain.universe(), &element).is_yes() {
            blocks.push(Block { variables, element });
        }
        true
    }

    /// The finest partition of the variables that no block of either crosses.
    fn common(&self, a: &[Block<D::Elem>], b: &[Block<D::Elem>]) -> Vec<Vec<Var>> {
        if same_sets(a, b) {
            return a.iter().map(|block| block.variables.clone()).collect();
        }
        merged_sets(a.iter().chain(b).map(|block| block.variables.clone()))
    }

    /// Combine two elements set by set. Sets on which both are equal stay apart; the others must be
    /// taken together, because the join of products is not the product of joins.
    fn combine(
        &self,
        a: &[Block<D::Elem>],
        b: &[Block<D::Elem>],
        unchanged: impl Fn(&D, &D::Elem, &D::Elem) -> bool,
        combine: impl Fn(&[Var], &D, &D::Elem, &D::Elem) -> D::Elem,
    ) -> Blocked<D::Elem> {
        let mut result = Vec::new();
        let mut changed: Vec<Var> = Vec::new();
        for set in self.common(a, b) {
            let domain = self.inner_over(&set);
            let (left, right) = (self.on(a, &set), self.on(b, &set));
            if unchanged(&domain, &left, &right) {
                self.put(&mut result, set, left);
            } else {
                changed.extend(set);
            }
        }
        if !changed.is_empty() {
            changed.sort_unstable();
            let domain = self.inner_over(&changed);
            let both = combine(&changed, &domain, &self.on(a, &changed), &self.on(b, &changed));
            self.put(&mut result, changed, both);
        }
        self.of(Some(result))
    }

    fn fits(&self, a: &Blocked<D::Elem>) -> bool {
        a.dimensions() == self.dimensions()
    }
}

/// Are both decomposed in the same way? That is common, and spares a search.
fn same_sets<E>(a: &[Block<E>], b: &[Block<E>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.variables == b.variables)
}

impl<D: Domain> Lattice for Blocks<D> {
    type Elem = Blocked<D::Elem>;

    fn bottom(&self) -> Self::Elem {
        self.of(None)
    }

    fn top(&self) -> Option<Self::Elem> {
        Some(self.universe())
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        if !self.fits(a) || !self.fits(b) {
            return Answer::Unknown;
        }
        match (a.parts(), b.parts()) {
            (None, _) => Answer::Yes,
            (Some(_), None) => self.is_bottom(a),
            (Some(left), Some(right)) if same_sets(left, right) => Answer::all(
                left.iter()
                    .zip(right)
                    .map(|(a, b)| self.inner_over(&a.variables).leq(&a.element, &b.element)),
            ),
            (Some(left), Some(right)) => Answer::all(
                self.common(left, right)
                    .iter()
                    .map(|set| self.inner_over(set).leq(&self.on(left, set), &self.on(right, set))),
            ),
        }
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        self.leq(a, b).and(|| self.leq(b, a))
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a.parts(), b.parts()) {
            _ if !self.fits(a) || !self.fits(b) => self.universe(),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(left), Some(right)) => self.combine(
                left,
                right,
                |domain, a, b| domain.equal(a, b).is_yes(),
                |_, domain, a, b| domain.join(a, b),
            ),
        }
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        let (left, right) = match (a.parts(), b.parts()) {
            _ if !self.fits(a) || !self.fits(b) => return self.universe(),
            (None, _) | (_, None) => return self.bottom(),
            (Some(left), Some(right)) => (left, right),
        };
        let mut result = Vec::new();
        for set in self.common(left, right) {
            let domain = self.inner_over(&set);
            let met = domain.meet(&self.on(left, &set), &self.on(right, &set));
            if !self.put(&mut result, set, met) {
                return self.bottom();
            }
        }
        self.of(Some(result))
    }

    fn show(&self, a: &Self::Elem) -> String {
        self.show_constraints(a)
    }
}

impl<D: Domain> Widening for Blocks<D> {
    /// Sets on which the right operand adds nothing keep the left one, so that its history is not
    /// lost. Blocks only ever merge along a chain, and each merging starts a chain of the inner
    /// widening that converges.
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a.parts(), b.parts()) {
            _ if !self.fits(a) || !self.fits(b) => self.universe(),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(left), Some(right)) => self.combine(
                left,
                right,
                |domain, a, b| domain.leq(b, a).is_yes(),
                |_, domain, a, b| domain.widen(a, b),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octagons::Octagons;
    use crate::on_trial::passes;
    use crate::polyhedra::Polyhedra;

    #[test]
    fn blocks_of_polyhedra_pass() {
        for space in [Space::reals(0), Space::reals(2), Space::reals(4), Space::integers(3)] {
            passes(Blocks::new(Polyhedra::closed(space)));
        }
    }

    #[test]
    fn blocks_of_octagons_pass() {
        for space in [Space::reals(0), Space::reals(3), Space::integers(3)] {
            passes(Blocks::new(Octagons::exact(space)));
        }
    }

    /// The exemption of "widening invariant", found by the trial with 200,000 cases.
    #[test]
    fn the_widening_depends_on_how_far_the_left_operand_is_decomposed() {
        let space = Space::reals(2);
        let domain = Blocks::new(Polyhedra::closed(space.clone()));
        let of = |texts: [&str; 2]| {
            domain.from_constraints(&texts.map(|text| space.parse(text).unwrap())).unwrap()
        };
        let together = of(["x0 = 1", "x0 - x1 >= 1"]);
        let apart = of(["x0 = 1", "x1 <= 0"]);
        let b = of(["x0 = 0", "x1 = -1"]);
        assert!(domain.equal(&together, &apart).is_yes());
        let (first, second) = (domain.widen(&together, &b), domain.widen(&apart, &b));
        assert!(domain.equal(&first, &second).is_no());
    }

    #[test]
    fn unrelated_variables_stay_apart() {
        let space = Space::reals(5);
        let domain = Blocks::new(Polyhedra::closed(space.clone()));
        let of = |texts: &[&str]| {
            let constraints: Vec<_> = texts.iter().map(|text| space.parse(text).unwrap()).collect();
            domain.from_constraints(&constraints).unwrap()
        };
        let a = of(&["x0 <= x1", "x2 = 1", "x3 >= x4"]);
        assert_eq!(a.blocks(), [vec![0, 1], vec![2], vec![3, 4]]);
        let b = of(&["x0 <= x1", "x2 = 2", "x3 >= x4"]);
        assert_eq!(domain.join(&a, &b).blocks(), [vec![0, 1], vec![2], vec![3, 4]]);
        let forgotten = domain.forget(&a, &[1]).unwrap();
        assert_eq!(forgotten.blocks(), [vec![2], vec![3, 4]]);
        let moved = domain.assign(&a, 1, &space.parse_expr("x2 + 1").unwrap()).unwrap();
        assert_eq!(moved.blocks(), [vec![1, 2], vec![3, 4]]);
    }
}

//! Decomposition into independent blocks of variables, for any domain (Singh, Püschel and Vechev,
//! "Fast polyhedra abstract domain", POPL 2017, where it is done for polyhedra).
//!
//! An analysis relates few variables with each other. An element is kept as a product of smaller
//! elements over disjoint blocks of variables; what costs much in many dimensions is then done in few.

mod domain;
mod element;

pub use element::Blocked;

use std::sync::Arc;

use soundline_lattice::{Answer, Lattice, Widening};

use crate::expr::{Space, Var};
use crate::{Domain, Part};
use element::{Block, Shared, Side, SideBySide};

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
    together: Together,
}

/// What a block may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Together {
    /// All that a join may relate: joins are the least ones, whatever that costs.
    All,
    /// What one of the operands relates.
    Related,
    /// As much as has at most so many pieces.
    UpTo(u64),
}

impl<D: Domain> Blocks<D> {
    /// The domain with decomposed elements. Nothing is lost: the join of two elements that differ in
    /// several blocks makes one of these, because it may relate all of their variables.
    pub fn new(domain: D) -> Blocks<D> {
        Blocks { inner: domain, together: Together::All }
    }

    /// The domain with decomposed elements whose joins relate no variables that neither operand
    /// relates. Blocks stay small whatever is joined, as an analysis of many variables needs it; joins
    /// are upper bounds, but not the least ones.
    ///
    /// ```
    /// use soundline_domains::{Domain, blocks::Blocks, expr::Space, octagons::Octagons};
    /// use soundline_lattice::Lattice;
    /// let space = Space::reals(2);
    /// let join_of = |domain: Blocks<Octagons<_>>| {
    ///     let point = |text: [&str; 2]| domain.from_constraints(&text.map(|t| space.parse(t).unwrap()));
    ///     Ok(domain.join(&point(["x0 = 0", "x1 = 0"])?, &point(["x0 = 1", "x1 = 1"])?).blocks())
    /// };
    /// assert_eq!(join_of(Blocks::new(Octagons::exact(space.clone())))?, [vec![0, 1]]);
    /// assert_eq!(join_of(Blocks::apart(Octagons::exact(space.clone())))?, [vec![0], vec![1]]);
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn apart(domain: D) -> Blocks<D> {
        Blocks { inner: domain, together: Together::Related }
    }

    /// The domain with decomposed elements whose blocks come together only as long as that makes no
    /// more than so many [pieces](Domain::pieces): a box of 20 variables is 20 intervals or one
    /// polyhedron with a million corners. What would be larger stays apart, and relations between such
    /// blocks are lost but for the bounds that they imply.
    ///
    /// ```
    /// use soundline_domains::{Domain, blocks::Blocks, expr::Space, polyhedra::Polyhedra};
    /// use soundline_lattice::Lattice;
    /// let space = Space::reals(20);
    /// let domain = Blocks::up_to(Polyhedra::closed(space.clone()), 64);
    /// let cube = |side: i64| {
    ///     let bounds = (0..20).flat_map(|v| [format!("x{v} >= 0"), format!("x{v} <= {side}")]);
    ///     domain.from_constraints(&bounds.map(|t| space.parse(&t).unwrap()).collect::<Vec<_>>())
    /// };
    /// let joined = domain.join(&cube(1)?, &cube(2)?);
    /// assert!(domain.equal(&joined, &cube(2)?).is_yes());
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn up_to(domain: D, most_pieces: u64) -> Blocks<D> {
        Blocks { inner: domain, together: Together::UpTo(most_pieces) }
    }

    /// How many pieces some blocks have together.
    fn pieces_of(&self, blocks: &[&Shared<D>]) -> u64 {
        let pieces = blocks.iter().map(|block| block.domain.pieces(&block.element));
        pieces.fold(1, u64::saturating_mul)
    }

    /// Must some blocks stay apart?
    fn are_too_many(&self, blocks: &[&Shared<D>]) -> bool {
        match self.together {
            Together::UpTo(most) => blocks.len() > 1 && self.pieces_of(blocks) > most,
            _ => false,
        }
    }

    fn dimensions(&self) -> usize {
        self.inner.space().dimensions()
    }

    /// The inner domain over some of the variables.
    fn inner_over(&self, variables: &[Var]) -> D {
        let kinds = self.inner.space().kinds();
        self.inner.over(Space::new(variables.iter().map(|v| kinds[*v])))
    }

    fn of(&self, blocks: Option<Vec<Shared<D>>>) -> Blocked<D> {
        Blocked::new(self.dimensions(), blocks)
    }

    /// Some blocks as one element, over these variables. Other variables of the blocks are forgotten;
    /// those without a block are unknown.
    fn on<'a>(&self, domain: &D, variables: &[Var], blocks: &[&'a Shared<D>]) -> D::Elem {
        if let [block] = blocks
            && block.variables == variables
        {
            return block.element.clone();
        }
        let part = |block: &'a Shared<D>| {
            let place = |v: &Var| block.variables.binary_search(v).ok();
            let sources = variables.iter().map(place).collect();
            Part { domain: &*block.domain, element: &block.element, sources }
        };
        let parts: Vec<Part<'_, D>> = blocks.iter().map(|block| part(block)).collect();
        match &parts[..] {
            [part] => domain.embed(part.element, part.domain, &part.sources),
            parts => domain.embed_all(parts),
        }
        .expect("the blocks fit")
    }

    /// The inner domain over these variables: that of a block, if it has the same.
    fn domain_of(&self, variables: &[Var], blocks: &[&Shared<D>]) -> Arc<D> {
        match blocks.iter().find(|block| block.variables == variables) {
            Some(block) => block.domain.clone(),
            None => Arc::new(self.inner_over(variables)),
        }
    }

    /// The same, if a block has variables of the same kinds.
    fn domain_like(&self, variables: &[Var], blocks: &[Shared<D>]) -> Arc<D> {
        let kind = |v: &Var| self.space().kind(*v);
        let alike = |block: &&Shared<D>| {
            block.variables.len() == variables.len()
                && block.variables.iter().map(kind).eq(variables.iter().map(kind))
        };
        match blocks.iter().find(alike) {
            Some(block) => block.domain.clone(),
            None => Arc::new(self.inner_over(variables)),
        }
    }

    /// Add a block for some variables that have none. False if it is bottom.
    fn put(&self, blocks: &mut Vec<Shared<D>>, block: Block<D>) -> bool {
        let Block { variables, domain, element } = &block;
        if domain.is_bottom(element).is_yes() {
            return false;
        }
        // A block that says nothing would only make later blocks larger.
        if !variables.is_empty() && !domain.leq(&domain.universe(), element).is_yes() {
            blocks.push(Arc::new(block));
        }
        true
    }

    /// Both elements on all variables of a side.
    fn both(&self, side: &Side<'_, D>) -> Both<D> {
        let variables = side.variables();
        let domain = self.domain_of(&variables, &side.left);
        let left = self.on(&domain, &variables, &side.left);
        let right = self.on(&domain, &variables, &side.right);
        Both { variables, domain, left, right }
    }

    /// Both elements on the variables that a block of each has: where all of a side are too many.
    fn both_by_block(&self, side: &Side<'_, D>) -> Vec<Both<D>> {
        let pairs =
            side.left.iter().flat_map(|left| side.right.iter().map(move |right| (*left, *right)));
        let common = |(left, right): (&Shared<D>, &Shared<D>)| {
            let shared = |v: &Var| right.variables.binary_search(v).is_ok();
            let variables: Vec<Var> = left.variables.iter().copied().filter(shared).collect();
            let domain = self.domain_of(&variables, &[left, right]);
            let [left, right] = [left, right].map(|one| self.on(&domain, &variables, &[one]));
            (!variables.is_empty()).then_some(Both { variables, domain, left, right })
        };
        pairs.filter_map(common).collect()
    }

    /// An upper bound of two elements, set by set. Sets on which nothing changes stay apart; for the
    /// least result the others must be taken together, because the join of products is not the
    /// product of joins. What one operand knows nothing about stays unknown.
    fn above(
        &self,
        a: &[Shared<D>],
        b: &[Shared<D>],
        unchanged: impl Fn(&D, &D::Elem, &D::Elem) -> bool,
        combine: impl Fn(&Both<D>) -> D::Elem,
    ) -> Blocked<D> {
        let SideBySide { shared, others } = SideBySide::new(self.dimensions(), a, b);
        let mut result: Vec<Shared<D>> = shared.into_iter().cloned().collect();
        let (mut changed, mut apart) = (Vec::new(), Vec::new());
        let known = |side: &Side<'_, D>| !side.left.is_empty() && !side.right.is_empty();
        for side in others.into_iter().filter(known) {
            if self.are_too_many(&side.left) || self.are_too_many(&side.right) {
                apart.extend(self.both_by_block(&side));
                continue;
            }
            let both = self.both(&side);
            match unchanged(&both.domain, &both.left, &both.right) {
                true => result.extend(side.left.into_iter().cloned()),
                false => changed.push((side, both)),
            }
        }
        for both in self.grouped(changed).into_iter().chain(apart) {
            let element = combine(&both);
            let Both { variables, domain, .. } = both;
            self.put(&mut result, Block { variables, domain, element });
        }
        self.of(Some(result))
    }

    /// The sides that changed, as many together as may be: those with the fewest pieces first.
    fn grouped(&self, mut changed: Vec<(Side<'_, D>, Both<D>)>) -> Vec<Both<D>> {
        let taken = match self.together {
            Together::All => changed.len(),
            Together::Related => 0,
            Together::UpTo(most) => {
                let pieces = |(side, _): &(Side<'_, D>, Both<D>)| {
                    self.pieces_of(&side.left).max(self.pieces_of(&side.right))
                };
                changed.sort_by_cached_key(pieces);
                let mut all = 1u64;
                let fits = |side: &&(Side<'_, D>, Both<D>)| {
                    all = all.saturating_mul(pieces(side));
                    all <= most
                };
                changed.iter().take_while(fits).count()
            }
        };
        let alone = changed.split_off(taken).into_iter().map(|(_, both)| both);
        let group: Vec<Both<D>> = match changed.len() {
            0 | 1 => changed.into_iter().map(|(_, both)| both).collect(),
            _ => {
                let sides = changed.into_iter().map(|(side, _)| side).reduce(Side::with);
                sides.iter().map(|side| self.both(side)).collect()
            }
        };
        group.into_iter().chain(alone).collect()
    }

    fn fits(&self, a: &Blocked<D>) -> bool {
        a.dimensions() == self.dimensions()
    }
}

/// Two elements of the inner domain over the same variables.
struct Both<D: Domain> {
    variables: Vec<Var>,
    domain: Arc<D>,
    left: D::Elem,
    right: D::Elem,
}

impl<D: Domain> Lattice for Blocks<D> {
    type Elem = Blocked<D>;

    fn bottom(&self) -> Blocked<D> {
        self.of(None)
    }

    fn top(&self) -> Option<Blocked<D>> {
        Some(self.universe())
    }

    fn leq(&self, a: &Blocked<D>, b: &Blocked<D>) -> Answer {
        if !self.fits(a) || !self.fits(b) {
            return Answer::Unknown;
        }
        // A product is below another if what it says of the variables of each factor is.
        let below = |side: Side<'_, D>| {
            Answer::all(side.right.iter().map(|right| {
                let touches = |left: &&&Shared<D>| left.has_any(&right.variables);
                let left: Vec<&Shared<D>> = side.left.iter().filter(touches).copied().collect();
                let left = self.on(&right.domain, &right.variables, &left);
                right.domain.leq(&left, &right.element)
            }))
        };
        match (a.parts(), b.parts()) {
            _ if a.is(b) => Answer::Yes,
            (None, _) => Answer::Yes,
            (Some(_), None) => self.is_bottom(a),
            (Some(left), Some(right)) => {
                let sides = SideBySide::new(self.dimensions(), left, right);
                match Answer::all(sides.others.into_iter().map(below)) {
                    // Another factor on the left may be empty.
                    Answer::No => self.is_bottom(a),
                    answer => answer,
                }
            }
        }
    }

    fn equal(&self, a: &Blocked<D>, b: &Blocked<D>) -> Answer {
        self.leq(a, b).and(|| self.leq(b, a))
    }

    fn join(&self, a: &Blocked<D>, b: &Blocked<D>) -> Blocked<D> {
        match (a.parts(), b.parts()) {
            _ if !self.fits(a) || !self.fits(b) => self.universe(),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            _ if a.is(b) => a.clone(),
            (Some(left), Some(right)) => self.above(
                left,
                right,
                |domain, a, b| domain.equal(a, b).is_yes(),
                |both| both.domain.join(&both.left, &both.right),
            ),
        }
    }

    fn meet(&self, a: &Blocked<D>, b: &Blocked<D>) -> Blocked<D> {
        let (left, right) = match (a.parts(), b.parts()) {
            _ if !self.fits(a) || !self.fits(b) => return self.universe(),
            (None, _) | (_, None) => return self.bottom(),
            _ if a.is(b) => return a.clone(),
            (Some(left), Some(right)) => (left, right),
        };
        let SideBySide { shared, others } = SideBySide::new(self.dimensions(), left, right);
        let mut result: Vec<Shared<D>> = shared.into_iter().cloned().collect();
        for side in others {
            if side.left.is_empty() || side.right.is_empty() {
                let known = if side.left.is_empty() { side.right } else { side.left };
                result.extend(known.into_iter().cloned());
                continue;
            }
            let Both { variables, domain, left, right } = self.both(&side);
            let element = domain.meet(&left, &right);
            if !self.put(&mut result, Block { variables, domain, element }) {
                return self.bottom();
            }
        }
        self.of(Some(result))
    }

    fn show(&self, a: &Blocked<D>) -> String {
        self.show_constraints(a)
    }
}

impl<D: Domain> Widening for Blocks<D> {
    /// Sets on which the right operand adds nothing keep the left one, so that its history is not
    /// lost. Blocks only ever merge along a chain, and each merging starts a chain of the inner
    /// widening that converges.
    fn widen(&self, a: &Blocked<D>, b: &Blocked<D>) -> Blocked<D> {
        match (a.parts(), b.parts()) {
            _ if !self.fits(a) || !self.fits(b) => self.universe(),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(left), Some(right)) => self.above(
                left,
                right,
                |domain, a, b| domain.leq(b, a).is_yes(),
                |both| both.domain.widen(&both.left, &both.right),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octagons::Octagons;
    use crate::polyhedra::Polyhedra;
    use crate::tests::passes;

    #[test]
    fn blocks_of_polyhedra_pass() {
        for space in [Space::reals(0), Space::reals(2), Space::reals(4), Space::integers(3)] {
            passes(Blocks::new(Polyhedra::closed(space)));
        }
    }

    #[test]
    fn blocks_that_stay_apart_pass() {
        for space in [Space::reals(0), Space::reals(3), Space::integers(3)] {
            passes(Blocks::apart(Octagons::exact(space.clone())));
            passes(Blocks::apart(Polyhedra::closed(space)));
        }
    }

    #[test]
    fn blocks_of_few_pieces_pass() {
        for space in [Space::reals(3), Space::integers(4)] {
            for most in [2, 8] {
                passes(Blocks::up_to(Polyhedra::closed(space.clone()), most));
            }
        }
    }

    #[test]
    fn blocks_of_octagons_pass() {
        for space in [Space::reals(0), Space::reals(3), Space::integers(3)] {
            passes(Blocks::new(Octagons::exact(space)));
        }
    }

    /// The exemptions of "leq implies join" and "meet implies join".
    #[test]
    fn a_join_with_something_below_may_lose_what_relates_large_blocks() {
        let space = Space::reals(3);
        let domain = Blocks::up_to(Polyhedra::closed(space.clone()), 2);
        let of = |texts: &[&str]| {
            let constraints: Vec<_> = texts.iter().map(|text| space.parse(text).unwrap()).collect();
            domain.from_constraints(&constraints).unwrap()
        };
        let a = of(&["x0 = 0", "x1 <= 0", "x2 >= 1"]);
        let b = of(&["x0 >= 0", "x1 - x2 <= 1"]);
        assert!(domain.leq(&a, &b).is_yes() && domain.equal(&domain.meet(&a, &b), &a).is_yes());
        assert!(domain.equal(&domain.join(&a, &b), &b).is_no());
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

    /// What an operation does not touch is the same object afterwards.
    #[test]
    fn untouched_blocks_are_shared() {
        let space = Space::integers(4);
        let domain = Blocks::apart(Octagons::exact(space.clone()));
        let parse = |text: &str| space.parse(text).unwrap();
        let a = domain
            .from_constraints(&["x0 <= x1", "x2 = 1", "x3 >= 4", "x3 <= 9"].map(parse))
            .unwrap();
        let b = domain.assign(&a, 2, &space.parse_expr("x2 + 1").unwrap()).unwrap();
        let (joined, widened) = (domain.join(&a, &b), domain.widen(&a, &b));
        let guarded = domain.guard(&a, &parse("x2 <= 0")).unwrap();
        assert!(domain.is_bottom(&guarded).is_yes());
        for result in [&b, &joined, &widened, &domain.meet(&a, &joined)] {
            for (own, other) in result.parts().unwrap().iter().zip(a.parts().unwrap()) {
                let touched = own.variables == [2];
                assert!(touched || Arc::ptr_eq(own, other), "{:?}", own.variables);
            }
        }
        assert_eq!(domain.show(&joined).matches("x2").count(), 2);
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

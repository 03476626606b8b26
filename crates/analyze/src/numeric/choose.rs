//! From the name of a domain to the domain, over any number of variables.

use crate::DomainChoice;
use soundline_domains::capabilities::Kind;
use soundline_domains::expr::Space;
use soundline_domains::registry::Entry;
use soundline_domains::{AnyDomain, Domain, Product};
use std::cell::RefCell;

/// The chosen domain over each number of integer variables.
pub(crate) struct Domains {
    base: AnyDomain,
    by_dimension: RefCell<Vec<AnyDomain>>,
    /// Whether elements relate variables with each other.
    pub(crate) relational: bool,
    /// Whether the widening may lose bounds that did not move.
    pub(crate) forgetful: bool,
    /// Whether elements know remainders.
    pub(crate) congruences: bool,
}

impl Domains {
    pub(crate) fn new(choice: &DomainChoice) -> Self {
        let over = |entry: &Entry| entry.analysis.expect("chosen for it").over(Space::integers(0));
        let parts: Vec<AnyDomain> = choice.entries().iter().map(|entry| over(entry)).collect();
        let kinds: Vec<Kind> = parts.iter().map(|part| part.capabilities().kind).collect();
        let product = |left, right| AnyDomain::new(Product::new(left, right));
        Self {
            base: parts.into_iter().reduce(product).expect("a choice has a part"),
            by_dimension: RefCell::new(Vec::new()),
            relational: kinds.iter().any(|kind| kind.is_relational()),
            forgetful: kinds.contains(&Kind::Polyhedra),
            congruences: choice.entries().iter().any(|entry| entry.remainders),
        }
    }

    /// The domain over so many integers.
    pub(crate) fn over(&self, dimensions: usize) -> AnyDomain {
        let mut known = self.by_dimension.borrow_mut();
        while known.len() <= dimensions {
            let next = self.base.over(Space::integers(known.len()));
            known.push(next);
        }
        known[dimensions].clone()
    }
}

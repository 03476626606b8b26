//! What the unit tests of all domains share: all laws, several seeds, one line per domain and space.

use soundline_lattice::{Narrowing, Runner};

use crate::expr::{Space, VarKind};
use crate::{AnyDomain, Domain, trial};

/// The seeds of the random cases.
const SEEDS: [u64; 1] = [1];

/// Cases to check of each law; those whose precondition fails come on top.
const CASES: u64 = 300;

/// Spaces of 0, 1 and 3 variables: real, integer and mixed.
pub(crate) fn spaces() -> Vec<Space> {
    let mixed = Space::new([VarKind::Int, VarKind::Real, VarKind::Int]);
    [0, 1, 3]
        .into_iter()
        .flat_map(|n| [Space::reals(n), Space::integers(n)])
        .chain([mixed])
        .collect()
}

/// Spaces of 0, 1 and 3 integer variables.
pub(crate) fn integer_spaces() -> Vec<Space> {
    [0, 1, 3].map(Space::integers).into()
}

/// No law is violated.
pub(crate) fn passes<D>(domain: D)
where
    D: Domain<Elem: Send + Sync + 'static> + Send + Sync + 'static,
{
    none_violated(AnyDomain::new(domain));
}

/// No law is violated, with those of the narrowing.
pub(crate) fn passes_with_narrowing<D>(domain: D)
where
    D: Domain<Elem: Send + Sync + 'static> + Narrowing + Send + Sync + 'static,
{
    none_violated(AnyDomain::with_narrowing(domain));
}

fn none_violated(domain: AnyDomain) {
    for seed in SEEDS {
        let checks = trial::suite_of("domain", domain.clone()).checks();
        for report in (Runner { seed, cases: CASES, ..Runner::new() }).run_all(&checks) {
            assert!(!report.is_violated(), "{:?}, seed {seed}: {report}", domain.space());
        }
    }
}

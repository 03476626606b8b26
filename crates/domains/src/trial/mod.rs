//! Putting a domain on trial: generators of elements, laws of soundness and laws of precision, for
//! any [`Domain`]. Laws see a domain as an [`AnyDomain`], so that they are compiled once.
//!
//! Soundness is judged by exact points and precision by the exact [simplex](crate::simplex), both
//! applied to the constraints of elements; neither asks the domain under test for help.
//!
//! ```
//! use soundline_domains::{boxes::Boxes, expr::Space, trial};
//! use soundline_lattice::Runner;
//! let suite = trial::suite("boxes", Boxes::exact(Space::reals(3)));
//! for report in Runner::new().run_all(&suite.checks()) {
//!     assert!(!report.is_violated(), "{report}");
//! }
//! ```

mod best;
mod draw;
mod points;
mod sampled;
mod sound;

pub use sampled::Sampled;

use soundline_lattice::{Narrowing, Suite};

use crate::{AnyDomain, Domain};

/// All laws that a domain should satisfy: those of lattices and widenings, soundness of every
/// operation, and precision where its capabilities claim it.
pub fn suite<D>(name: &str, domain: D) -> Suite<Sampled>
where
    D: Domain<Elem: Send + Sync + 'static> + Send + Sync + 'static,
{
    suite_of(name, AnyDomain::new(domain))
}

/// The same for a domain with a narrowing.
pub fn suite_with_narrowing<D>(name: &str, domain: D) -> Suite<Sampled>
where
    D: Domain<Elem: Send + Sync + 'static> + Narrowing + Send + Sync + 'static,
{
    suite_of(name, AnyDomain::with_narrowing(domain))
}

/// The same for a domain of any type, with the laws of narrowings if it has one.
pub fn suite_of(name: &str, domain: AnyDomain) -> Suite<Sampled> {
    let capabilities = domain.capabilities();
    let precise = best::applies(&domain).then(|| best::laws(capabilities.best));
    let mut suite = Suite::new(name, Sampled::new(domain))
        .widening()
        .concretisation()
        .with(sound::laws())
        .with(sound::algebra())
        .with(precise.unwrap_or_default());
    if capabilities.narrowing {
        suite = suite.narrowing().with(sound::narrowing());
    }
    let exemptions = capabilities.exemptions.iter();
    exemptions.fold(suite, |suite, exempt| suite.exempt(exempt.law, exempt.reason))
}

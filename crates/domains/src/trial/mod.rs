//! Putting a domain on trial: generators of elements, laws of soundness and laws of precision, for
//! any [`Domain`].
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

use soundline_lattice::{Concrete, Generate, Narrowing, Suite};

use crate::Domain;

/// All laws that a domain should satisfy: those of lattices and widenings, soundness of every
/// operation, and precision where its capabilities claim it.
pub fn suite<D: Domain + 'static>(name: &str, domain: D) -> Suite<Sampled<D>> {
    with_exemptions(basic(name, &domain), &domain)
}

/// The same for a domain with a narrowing.
pub fn suite_with_narrowing<D: Domain + Narrowing + 'static>(
    name: &str,
    domain: D,
) -> Suite<Sampled<D>> {
    let suite = basic(name, &domain).narrowing().with(sound::narrowing());
    with_exemptions(suite, &domain)
}

fn basic<D: Domain + 'static>(name: &str, domain: &D) -> Suite<Sampled<D>> {
    let capabilities = domain.capabilities();
    let suite = Suite::new(name, Sampled::new(domain.clone()))
        .widening()
        .concretisation()
        .with(sound::laws())
        .with(sound::algebra());
    if best::applies(domain) { suite.with(best::laws(capabilities.best)) } else { suite }
}

fn with_exemptions<D: Domain + 'static>(suite: Suite<Sampled<D>>, domain: &D) -> Suite<Sampled<D>>
where
    Sampled<D>: Generate + Concrete,
{
    let exemptions = domain.capabilities().exemptions;
    exemptions.iter().fold(suite, |suite, exempt| suite.exempt(exempt.law, exempt.reason))
}

//! A domain of one's own as a target, and what [`test_domain!`](crate::test_domain) makes of it.

mod failure;

use std::process::ExitCode;

use soundline_domains::Domain;
use soundline_domains::expr::Space;
use soundline_fuzz::engine::{Job, Memory, in_process};
use soundline_fuzz::{Campaign, Config, property};
use soundline_lattice::Narrowing;
use soundline_targets::{Machine, Native, Presence, Registry, Target, TargetError};

use crate::command::Complaint;
use failure::Failure;

/// How many tests the macro's `#[test]` runs unless something else is said.
const TESTS: u64 = 10_000;

/// A test of domains of one's own, and a `main` with the command line for them.
///
/// Each domain is a name and a function that makes it over a space, or an [`Own`] with more to say:
///
/// ```no_run
/// use soundline_test::Own;
/// use soundline_test::domains::{boxes::Boxes, octagons::Octagons};
///
/// soundline_test::test_domain! {
///     Own::with_narrowing("my-intervals", Boxes::exact).tests(20_000),
///     Own::new("my-octagons", Octagons::float)
///         .exempting("assign monotone", "results are rounded"),
/// }
/// ```
///
/// Attributes at the beginning go to the test, such as `#[ignore]`.
#[macro_export]
macro_rules! test_domain {
    (@peel [$($attribute:tt)*] #[$next:meta] $($rest:tt)+) => {
        $crate::test_domain! { @peel [$($attribute)* #[$next]] $($rest)+ }
    };
    (@peel $attributes:tt $($name:literal => $make:expr),+ $(,)?) => {
        $crate::test_domain! { @expand $attributes $($crate::Own::new($name, $make)),+ }
    };
    (@peel $attributes:tt $($own:expr),+ $(,)?) => {
        $crate::test_domain! { @expand $attributes $($own),+ }
    };
    (@expand [$($attribute:tt)*] $($own:expr),+) => {
        #[allow(dead_code)]
        fn main() -> ::std::process::ExitCode {
            $crate::own::main(::std::vec![$($own),+])
        }

        #[cfg(test)]
        #[test]
        $($attribute)*
        fn domain_holds() {
            $crate::own::check(::std::vec![$($own),+])
        }
    };
    ($($all:tt)+) => {
        $crate::test_domain! { @peel [] $($all)+ }
    };
}

/// What a domain of one's own does not promise.
#[derive(Default)]
struct Terms {
    integers_only: bool,
    exempt: Vec<(String, String)>,
}

type Open = dyn Fn(Space, &Terms) -> Box<dyn Machine> + Send + Sync;

/// A domain of one's own as a target.
pub struct Own {
    name: String,
    about: String,
    tests: u64,
    terms: Terms,
    open: Box<Open>,
}

impl Own {
    /// A domain under a name; `make` makes it over a space of variables.
    pub fn new<D: Domain + 'static>(
        name: &str,
        make: impl Fn(Space) -> D + Send + Sync + 'static,
    ) -> Own {
        Own::opened(name, move |space, terms| on_terms(Native::new(make(space)), terms))
    }

    /// A domain that has a narrowing too.
    pub fn with_narrowing<D: Domain + Narrowing + 'static>(
        name: &str,
        make: impl Fn(Space) -> D + Send + Sync + 'static,
    ) -> Own {
        Own::opened(name, move |space, terms| on_terms(Native::with_narrowing(make(space)), terms))
    }

    fn opened(
        name: &str,
        open: impl Fn(Space, &Terms) -> Box<dyn Machine> + Send + Sync + 'static,
    ) -> Own {
        let (name, about) = (name.to_string(), "a domain of your own".to_string());
        Own { name, about, tests: TESTS, terms: Terms::default(), open: Box::new(open) }
    }

    /// What it is, in a few words.
    pub fn about(mut self, about: &str) -> Own {
        self.about = about.to_string();
        self
    }

    /// How many tests the `#[test]` runs.
    pub fn tests(mut self, tests: u64) -> Own {
        self.tests = tests;
        self
    }

    /// Its variables are integers whatever the space says.
    pub fn over_integers(mut self) -> Own {
        self.terms.integers_only = true;
        self
    }

    /// It does not promise a property, given by name or number (`P31`), for a reason that is shown.
    pub fn exempting(mut self, property: &str, reason: &str) -> Own {
        self.terms.exempt.push((property.to_string(), reason.to_string()));
        self
    }

    /// What makes it unusable, if something does.
    fn fault(&self) -> Option<String> {
        let name = &self.name;
        if name.is_empty() || name.chars().any(char::is_whitespace) {
            return Some(format!("{name:?} is not a name for a domain: it must be one word"));
        }
        let known = |text: &str| property::all().iter().any(|p| p.name == text || p.id() == text);
        let unknown = self.terms.exempt.iter().find(|(property, _)| !known(property))?;
        Some(format!("{name} is to be exempt from {:?}, which is not a property", unknown.0))
    }

    fn campaign(&self) -> Result<Campaign, String> {
        let (config, wanted) = (Config::default(), &|_: &_| true);
        let job =
            Job { target: self, against: None, config, seed: 0, wanted, memory: Memory::default() };
        in_process(&job, self.tests).map_err(|error| error.to_string())
    }
}

fn on_terms(native: Native, terms: &Terms) -> Box<dyn Machine> {
    let native = if terms.integers_only { native.over_integers() } else { native };
    let exempting =
        |native: Native, (property, reason): &(String, String)| native.exempting(property, reason);
    Box::new(terms.exempt.iter().fold(native, exempting))
}

impl Target for Own {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn presence(&self) -> Presence {
        Presence::BuiltIn
    }

    fn open(&self, space: &Space) -> Result<Box<dyn Machine>, TargetError> {
        Ok((self.open)(space.clone(), &self.terms))
    }

    fn integers_only(&self) -> bool {
        self.terms.integers_only
    }
}

fn fault_of(domains: &[Own]) -> Option<String> {
    let twice = |(position, own): (usize, &Own)| {
        let again = domains[..position].iter().any(|other| other.name == own.name);
        again.then(|| format!("two domains are called {}", own.name))
    };
    domains.iter().find_map(Own::fault).or_else(|| domains.iter().enumerate().find_map(twice))
}

/// The command line for domains of one's own; the built-in targets stay available by name.
pub fn main(domains: Vec<Own>) -> ExitCode {
    if let Some(fault) = fault_of(&domains) {
        return crate::command::end(Err(Complaint::new(fault)));
    }
    let own = domains.into_iter().map(|own| -> Box<dyn Target> { Box::new(own) }).collect();
    crate::run(Registry::builtin().with_own(own))
}

/// Test domains of one's own in this process: nothing, or all that was found in words.
///
/// Only panics are caught. A domain that crashes or hangs takes the process with it, and is better
/// tested by its command line.
pub fn verdict(domains: &[Own]) -> Result<(), String> {
    if let Some(fault) = fault_of(domains) {
        return Err(fault);
    }
    let campaigns: Vec<Campaign> = domains.iter().map(Own::campaign).collect::<Result<_, _>>()?;
    match campaigns.iter().any(|campaign| !campaign.causes.is_empty()) {
        true => Err(Failure(&campaigns).to_string()),
        false => Ok(()),
    }
}

/// Fail, as a test does, if something is found.
///
/// # Panics
///
/// With all that was found.
pub fn check(domains: Vec<Own>) {
    if let Err(found) = verdict(&domains) {
        panic!("{found}");
    }
}

//! Domains in Rust as machines: any [`Domain`] of this workspace or of a user.

use soundline_domains::capabilities::{Capabilities, Exemption};
use soundline_domains::expr::{Constraint, Space};
use soundline_domains::{AnyDomain, Domain, Error, Pool, Pooled};
use soundline_lattice::{Answer, Narrowing};

use crate::machine::{Claims, Machine, Refusal};
use crate::operation::{Operation, OperationKind, Question, Slot, Touch};
use crate::profile::{Exempt, NarrowingContract, Numbers, Overflow, Profile, WideningContract};

/// A domain in Rust and the elements made so far.
pub struct Native {
    pool: Box<dyn Pool>,
    /// How many elements there are.
    count: usize,
    profile: Profile,
}

impl Native {
    /// A domain without narrowing.
    pub fn new(domain: impl Domain + 'static) -> Native {
        Native::of(Box::new(Pooled::new(domain)))
    }

    /// A domain with narrowing.
    pub fn with_narrowing(domain: impl Domain + Narrowing + 'static) -> Native {
        Native::of(Box::new(Pooled::with_narrowing(domain)))
    }

    /// A domain chosen at run time, with its narrowing if it has one.
    pub fn any(domain: &AnyDomain) -> Native {
        Native::of(domain.pool())
    }

    fn of(pool: Box<dyn Pool>) -> Native {
        let profile = profile_of(&pool.capabilities());
        Native { pool, count: 0, profile }
    }

    /// Its variables are integers whatever the space says.
    pub fn over_integers(mut self) -> Native {
        self.profile.integers_only = true;
        self
    }

    /// It does not promise a property, for a reason.
    pub fn exempting(mut self, property: &str, reason: &str) -> Native {
        let (property, reason) = (property.to_string(), reason.to_string());
        self.profile.exempt.push(Exempt { property, reason });
        self
    }

    /// The number of an element in the pool.
    #[inline]
    fn element(&self, slot: Slot) -> Result<usize, Refusal> {
        if slot.0 < self.count { Ok(slot.0) } else { Err(no_element(slot)) }
    }

    fn make(&mut self, operation: &Operation) -> Result<(), Refusal> {
        match operation {
            Operation::Top => self.pool.universe(),
            Operation::Bottom => self.pool.bottom(),
            Operation::Constraints(constraints) => {
                self.pool.of_constraints(constraints).map_err(misuse)?;
            }
            Operation::Join(a, b) => self.pool.join(self.element(*a)?, self.element(*b)?),
            Operation::Meet(a, b) => self.pool.meet(self.element(*a)?, self.element(*b)?),
            Operation::Widen(a, b) => self.pool.widen(self.element(*a)?, self.element(*b)?),
            Operation::Narrow(a, b) => {
                if self.profile.missing.contains(&OperationKind::Narrow) {
                    return Err(Refusal::unsupported(OperationKind::Narrow));
                }
                self.pool.narrow(self.element(*a)?, self.element(*b)?);
            }
            Operation::Assign(a, assignments) => {
                let a = self.element(*a)?;
                match assignments.as_slice() {
                    [(variable, expr)] => self.pool.assign(a, *variable, expr),
                    several => self.pool.assign_parallel(a, several),
                }
                .map_err(misuse)?;
            }
            Operation::Forget(a, variables) => {
                self.pool.forget(self.element(*a)?, variables).map_err(misuse)?;
            }
            Operation::Guard(a, constraint) => {
                self.pool.guard(self.element(*a)?, constraint).map_err(misuse)?;
            }
            Operation::Embed(a, sources) => {
                self.pool.embed(self.element(*a)?, sources).map_err(misuse)?;
            }
        }
        Ok(())
    }
}

#[cold]
fn no_element(slot: Slot) -> Refusal {
    Refusal::Misuse(format!("there is no element {slot}"))
}

#[cold]
fn misuse(error: Error) -> Refusal {
    Refusal::Misuse(error.to_string())
}

impl Machine for Native {
    fn space(&self) -> &Space {
        self.pool.space()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reset(&mut self) {
        self.keep(0);
    }

    fn keep(&mut self, count: usize) -> bool {
        self.pool.truncate(count);
        self.count = self.count.min(count);
        true
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.make(operation)?;
        self.count += 1;
        Ok(Slot(self.count - 1))
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        Ok(match question {
            Question::Leq(a, b) => self.pool.leq(self.element(a)?, self.element(b)?),
            Question::Equal(a, b) => self.pool.equal(self.element(a)?, self.element(b)?),
            Question::IsBottom(a) => self.pool.is_bottom(self.element(a)?),
            Question::IsTop(a) => self.pool.is_top(self.element(a)?),
        })
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        let element = self.element(slot)?;
        match how {
            Touch::IsBottom => drop(self.pool.is_bottom(element)),
            Touch::Print => drop(self.pool.show(element)),
            Touch::Constraints => drop(self.pool.to_constraints(element)),
            Touch::Bounds => {
                for variable in 0..self.pool.space().dimensions() {
                    drop(self.pool.bounds_of(element, variable));
                }
            }
            // No domain in Rust has a normal form that can be asked for; closing is asking.
            Touch::Canonical => drop(self.pool.leq(element, element)),
        }
        Ok(())
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        Ok(self.pool.to_constraints(self.element(slot)?))
    }

    fn claims(&self) -> Claims {
        Claims::default()
    }
}

fn profile_of(capabilities: &Capabilities) -> Profile {
    let exempt =
        |e: &Exemption| Exempt { property: e.law.to_string(), reason: e.reason.to_string() };
    Profile {
        kind: capabilities.kind,
        numbers: if capabilities.exact { Numbers::Rational } else { Numbers::Double },
        strict: capabilities.strict,
        integers_only: false,
        constraints_exact: capabilities.constraints_exact,
        flags: false,
        in_place: false,
        widening: WideningContract::Any,
        narrowing: NarrowingContract::Any,
        overflow: Overflow::PROMISED,
        rounds_unsoundly: false,
        best: capabilities.best,
        missing: if capabilities.narrowing { vec![] } else { vec![OperationKind::Narrow] },
        exempt: capabilities.exemptions.iter().map(exempt).collect(),
    }
}

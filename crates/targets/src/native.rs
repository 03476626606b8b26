//! Domains in Rust as machines: any [`Domain`] of this workspace or of a user.

use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::{Answer, Narrowing};

use crate::machine::{Claims, Machine, Refusal};
use crate::operation::{Operation, OperationKind, Question, Slot, Touch};
use crate::profile::{Exempt, NarrowingContract, Numbers, Overflow, Profile, WideningContract};

/// A function that narrows, for the domains that have one.
type Narrow<D> = fn(&D, &Elem<D>, &Elem<D>) -> Elem<D>;
type Elem<D> = <D as soundline_lattice::Lattice>::Elem;

/// A domain in Rust and the elements made so far.
pub struct Native<D: Domain> {
    domain: D,
    profile: Profile,
    narrow: Option<Narrow<D>>,
    elements: Vec<D::Elem>,
}

impl<D: Domain> Native<D> {
    /// A domain without narrowing.
    pub fn new(domain: D) -> Native<D> {
        let profile = profile_of(&domain, false);
        Native { domain, profile, narrow: None, elements: Vec::new() }
    }

    /// Its variables are integers whatever the space says.
    pub fn over_integers(mut self) -> Native<D> {
        self.profile.integers_only = true;
        self
    }

    /// It does not promise a property, for a reason.
    pub fn exempting(mut self, property: &str, reason: &str) -> Native<D> {
        let (property, reason) = (property.to_string(), reason.to_string());
        self.profile.exempt.push(Exempt { property, reason });
        self
    }

    fn element(&self, slot: Slot) -> Result<&D::Elem, Refusal> {
        self.elements
            .get(slot.0)
            .ok_or_else(|| Refusal::Misuse(format!("there is no element {slot}")))
    }

    fn make(&self, operation: &Operation) -> Result<D::Elem, Refusal> {
        let domain = &self.domain;
        let misuse = |error: soundline_domains::Error| Refusal::Misuse(error.to_string());
        Ok(match operation {
            Operation::Top => domain.universe(),
            Operation::Bottom => domain.bottom(),
            Operation::Constraints(constraints) => {
                domain.from_constraints(constraints).map_err(misuse)?
            }
            Operation::Join(a, b) => domain.join(self.element(*a)?, self.element(*b)?),
            Operation::Meet(a, b) => domain.meet(self.element(*a)?, self.element(*b)?),
            Operation::Widen(a, b) => domain.widen(self.element(*a)?, self.element(*b)?),
            Operation::Narrow(a, b) => {
                let narrow = self.narrow.ok_or(Refusal::unsupported(OperationKind::Narrow))?;
                narrow(domain, self.element(*a)?, self.element(*b)?)
            }
            Operation::Assign(a, assignments) => match assignments.as_slice() {
                [(variable, expr)] => domain.assign(self.element(*a)?, *variable, expr),
                several => domain.assign_parallel(self.element(*a)?, several),
            }
            .map_err(misuse)?,
            Operation::Forget(a, variables) => {
                domain.forget(self.element(*a)?, variables).map_err(misuse)?
            }
            Operation::Guard(a, constraint) => {
                domain.guard(self.element(*a)?, constraint).map_err(misuse)?
            }
            Operation::Embed(a, sources) => {
                domain.embed(self.element(*a)?, domain, sources).map_err(misuse)?
            }
        })
    }
}

impl<D: Domain + Narrowing> Native<D> {
    /// A domain with narrowing.
    pub fn with_narrowing(domain: D) -> Native<D> {
        let profile = profile_of(&domain, true);
        let narrow: Narrow<D> = |domain, a, b| domain.narrow(a, b);
        Native { domain, profile, narrow: Some(narrow), elements: Vec::new() }
    }
}

impl<D: Domain> Machine for Native<D> {
    fn space(&self) -> &Space {
        self.domain.space()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reset(&mut self) {
        self.elements.clear();
    }

    fn keep(&mut self, count: usize) -> bool {
        self.elements.truncate(count);
        true
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let element = self.make(operation)?;
        self.elements.push(element);
        Ok(Slot(self.elements.len() - 1))
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        Ok(match question {
            Question::Leq(a, b) => self.domain.leq(self.element(a)?, self.element(b)?),
            Question::Equal(a, b) => self.domain.equal(self.element(a)?, self.element(b)?),
            Question::IsBottom(a) => self.domain.is_bottom(self.element(a)?),
            Question::IsTop(a) => self.domain.leq(&self.domain.universe(), self.element(a)?),
        })
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        let element = self.element(slot)?;
        match how {
            Touch::IsBottom => drop(self.domain.is_bottom(element)),
            Touch::Print => drop(self.domain.show(element)),
            Touch::Constraints => drop(self.domain.to_constraints(element)),
            Touch::Bounds => {
                for variable in 0..self.domain.space().dimensions() {
                    drop(self.domain.bounds_of(element, variable));
                }
            }
            // No domain in Rust has a normal form that can be asked for; closing is asking.
            Touch::Canonical => drop(self.domain.leq(element, element)),
        }
        Ok(())
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        Ok(self.domain.to_constraints(self.element(slot)?))
    }

    fn claims(&self) -> Claims {
        Claims::default()
    }
}

fn profile_of<D: Domain>(domain: &D, narrowing: bool) -> Profile {
    let capabilities = domain.capabilities();
    let exempt = |e: &soundline_domains::capabilities::Exemption| Exempt {
        property: e.law.to_string(),
        reason: e.reason.to_string(),
    };
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
        missing: if narrowing { vec![] } else { vec![OperationKind::Narrow] },
        exempt: capabilities.exemptions.iter().map(exempt).collect(),
    }
}

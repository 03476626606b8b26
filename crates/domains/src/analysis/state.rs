//! What is known at a point of a program: an element of a domain, over variables with names.

use std::fmt;
use std::sync::Arc;

use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use super::Variables;
use crate::expr::{Constraint, Expr, Relation, UnaryOp, Var};
use crate::numbers::Interval;
use crate::{AnyDomain, AnyElem, Domain, Error, registry};

/// An element of a domain over variables with names. Operations make new states; states that are
/// combined come from the same [`State::new`].
///
/// ```
/// use soundline_domains::analysis::{State, Variables};
/// let start = State::new("octagons:exact", &Variables::integers(["i", "n"])?)?;
/// let state = start.guard_text("i < n")?.guard_text("n <= 10")?;
/// assert_eq!(state.to_string(), "-i + 9 >= 0 ∧ -i + n - 1 >= 0 ∧ -n + 10 >= 0");
/// assert_eq!(state.bounds("i")?.unwrap().to_string(), "[-oo, 9]");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone)]
pub struct State {
    variables: Arc<Variables>,
    domain: AnyDomain,
    element: AnyElem,
}

impl State {
    /// All values of the variables, in a domain of the [registry] or a product of several.
    pub fn new(domain: &str, variables: &Variables) -> Result<State, Error> {
        let domain = registry::parse(domain, variables.space())?;
        let element = domain.universe();
        Ok(State { variables: Arc::new(variables.clone()), domain, element })
    }

    /// The variables.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    /// The domain.
    pub fn domain(&self) -> &AnyDomain {
        &self.domain
    }

    /// The element.
    pub fn element(&self) -> &AnyElem {
        &self.element
    }

    /// The same variables in the same domain, with another element of it.
    pub fn with(&self, element: AnyElem) -> State {
        State { variables: self.variables.clone(), domain: self.domain.clone(), element }
    }

    fn variable(&self, name: &str) -> Result<Var, Error> {
        let unknown = || Error::UnknownName { column: 1, name: name.to_string() };
        self.variables.get(name).ok_or_else(unknown)
    }

    /// The state after an assignment. Where the expression has no value, no state comes after.
    pub fn assign(&self, name: &str, expr: &Expr) -> Result<State, Error> {
        let variable = self.variable(name)?;
        Ok(self.with(self.domain.assign_expr(&self.element, variable, expr)?))
    }

    /// The state after the variable got any value.
    pub fn forget(&self, name: &str) -> Result<State, Error> {
        let variable = self.variable(name)?;
        Ok(self.with(self.domain.forget(&self.element, &[variable])?))
    }

    /// The state where the expression relates to 0 so.
    pub fn guard(&self, expr: &Expr, relation: Relation) -> Result<State, Error> {
        Ok(self.with(self.domain.guard_expr(&self.element, expr, relation)?))
    }

    /// The state where the expression has a value and does not relate to 0 so.
    pub fn guard_not(&self, expr: &Expr, relation: Relation) -> Result<State, Error> {
        let negative = || expr.clone().unary(UnaryOp::Neg);
        match relation {
            Relation::Eq => self.guard(expr, Relation::Ne),
            Relation::Ne => self.guard(expr, Relation::Eq),
            Relation::Ge => self.guard(&negative(), Relation::Gt),
            Relation::Gt => self.guard(&negative(), Relation::Ge),
        }
    }

    /// The state where a linear constraint holds, given as text over the names.
    pub fn guard_text(&self, constraint: &str) -> Result<State, Error> {
        let constraint = self.variables.constraint(constraint)?;
        Ok(self.with(self.domain.guard(&self.element, &constraint)?))
    }

    /// The values that a variable may have; `None` if the state is bottom.
    pub fn bounds(&self, name: &str) -> Result<Option<Interval>, Error> {
        self.domain.bounds_of(&self.element, self.variable(name)?)
    }

    /// Is there no state at all?
    pub fn is_bottom(&self) -> Answer {
        self.domain.is_bottom(&self.element)
    }

    /// Is everything that this state allows allowed by the other?
    pub fn leq(&self, other: &State) -> Answer {
        self.domain.leq(&self.element, &other.element)
    }

    /// What either of both allows, or more.
    pub fn join(&self, other: &State) -> State {
        self.with(self.domain.join(&self.element, &other.element))
    }

    /// What both of them allow.
    pub fn meet(&self, other: &State) -> State {
        self.with(self.domain.meet(&self.element, &other.element))
    }

    /// An upper bound such that chains end, which stops at the thresholds.
    pub fn widen(&self, other: &State, thresholds: &[Constraint]) -> Result<State, Error> {
        let element = match thresholds {
            [] => self.domain.widen(&self.element, &other.element),
            _ => self.domain.widen_up_to(&self.element, &other.element, thresholds)?,
        };
        Ok(self.with(element))
    }

    /// A state between both, which is below this one, such that chains end. Where the domain has no
    /// narrowing it is this state.
    pub fn narrow(&self, other: &State) -> State {
        self.with(self.domain.narrow(&self.element, &other.element))
    }
}

impl fmt::Display for State {
    /// The constraints, with names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_bottom().is_yes() {
            return f.write_str("⊥");
        }
        let constraints = self.domain.to_constraints(&self.element);
        let shown: Vec<String> = constraints.iter().map(|c| self.variables.show(c)).collect();
        f.write_str(if shown.is_empty() { "⊤" } else { "" })?;
        f.write_str(&shown.join(" ∧ "))
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

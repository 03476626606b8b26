//! A domain of any type together with the elements that it made.

use soundline_lattice::{Answer, Narrowing};

use crate::capabilities::Capabilities;
use crate::expr::{Constraint, LinearExpr, Space, Var};
use crate::numbers::Interval;
use crate::{Domain, Error};

/// A domain of any type and the elements that it made, known by their numbers: the first one is 0.
///
/// It is for those who keep elements anyway. [`AnyDomain`](crate::AnyDomain) hands them out, in a form that
/// holds elements of every type; here they stay where they are made, in their own type. So an operation
/// costs a call through a table more than that of the domain itself, and nothing else.
///
/// ```
/// use soundline_domains::{Pool, Pooled, boxes::Boxes, expr::Space};
/// let space = Space::integers(1);
/// let mut pool: Box<dyn Pool> = Box::new(Pooled::new(Boxes::exact(space.clone())));
/// pool.universe();
/// pool.guard(0, &space.parse("x0 >= 3")?)?;
/// assert!(pool.leq(1, 0).is_yes());
/// assert_eq!(pool.show(1), "x0 - 3 >= 0");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
///
/// # Panics
/// Operations panic when they are given the number of an element that does not exist.
pub trait Pool {
    /// The variables.
    fn space(&self) -> &Space;
    /// What the domain can do, narrowing included.
    fn capabilities(&self) -> Capabilities;
    /// Drop all elements but the first so many.
    fn truncate(&mut self, count: usize);

    /// Make [the element of all points](Domain::universe).
    fn universe(&mut self);
    /// Make the least element.
    fn bottom(&mut self);
    /// Make an element [from constraints](Domain::from_constraints).
    fn of_constraints(&mut self, constraints: &[Constraint]) -> Result<(), Error>;
    /// Make a join.
    fn join(&mut self, a: usize, b: usize);
    /// Make a meet.
    fn meet(&mut self, a: usize, b: usize);
    /// Make a widening.
    fn widen(&mut self, a: usize, b: usize);
    /// Make a narrowing: where the domain has none, the left operand again.
    fn narrow(&mut self, a: usize, b: usize);
    /// Make an element by [an assignment](Domain::assign).
    fn assign(&mut self, a: usize, variable: Var, expr: &LinearExpr) -> Result<(), Error>;
    /// Make an element by [assignments at once](Domain::assign_parallel).
    fn assign_parallel(&mut self, a: usize, all: &[(Var, LinearExpr)]) -> Result<(), Error>;
    /// Make an element by [forgetting](Domain::forget) variables.
    fn forget(&mut self, a: usize, variables: &[Var]) -> Result<(), Error>;
    /// Make an element by [a guard](Domain::guard).
    fn guard(&mut self, a: usize, constraint: &Constraint) -> Result<(), Error>;
    /// Make an element whose variables are [others](Domain::embed) of the same space.
    fn embed(&mut self, a: usize, sources: &[Option<Var>]) -> Result<(), Error>;

    /// Is an element below another?
    fn leq(&self, a: usize, b: usize) -> Answer;
    /// Do both stand for the same?
    fn equal(&self, a: usize, b: usize) -> Answer;
    /// Is there no point?
    fn is_bottom(&self, a: usize) -> Answer;
    /// Are all points in it?
    fn is_top(&self, a: usize) -> Answer;
    /// The [constraints](Domain::to_constraints) of an element.
    fn to_constraints(&self, a: usize) -> Vec<Constraint>;
    /// The [values](Domain::bounds_of) that a variable may have.
    fn bounds_of(&self, a: usize, variable: Var) -> Result<Option<Interval>, Error>;
    /// The text of an element.
    fn show(&self, a: usize) -> String;
}

/// A domain and the elements that it made.
pub struct Pooled<D: Domain> {
    domain: D,
    narrow: Option<Narrow<D>>,
    elements: Vec<D::Elem>,
}

/// How a domain narrows.
pub(crate) type Narrow<D> = fn(&D, &Elem<D>, &Elem<D>) -> Elem<D>;
type Elem<D> = <D as soundline_lattice::Lattice>::Elem;

impl<D: Domain> Pooled<D> {
    /// No elements yet. The narrowing of the domain, if it has one, is not used.
    pub fn new(domain: D) -> Pooled<D> {
        Pooled::narrowing_by(domain, None)
    }

    /// No elements yet, of a domain that narrows.
    pub fn with_narrowing(domain: D) -> Pooled<D>
    where
        D: Narrowing,
    {
        Pooled::narrowing_by(domain, Some(D::narrow))
    }

    pub(crate) fn narrowing_by(domain: D, narrow: Option<Narrow<D>>) -> Pooled<D> {
        Pooled { domain, narrow, elements: Vec::new() }
    }

    #[inline]
    fn keep(&mut self, made: Result<D::Elem, Error>) -> Result<(), Error> {
        self.elements.push(made?);
        Ok(())
    }
}

impl<D: Domain> Pool for Pooled<D> {
    fn space(&self) -> &Space {
        self.domain.space()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { narrowing: self.narrow.is_some(), ..self.domain.capabilities() }
    }

    fn truncate(&mut self, count: usize) {
        self.elements.truncate(count);
    }

    fn universe(&mut self) {
        self.elements.push(self.domain.universe());
    }

    fn bottom(&mut self) {
        self.elements.push(self.domain.bottom());
    }

    fn of_constraints(&mut self, constraints: &[Constraint]) -> Result<(), Error> {
        self.keep(self.domain.from_constraints(constraints))
    }

    fn join(&mut self, a: usize, b: usize) {
        self.elements.push(self.domain.join(&self.elements[a], &self.elements[b]));
    }

    fn meet(&mut self, a: usize, b: usize) {
        self.elements.push(self.domain.meet(&self.elements[a], &self.elements[b]));
    }

    fn widen(&mut self, a: usize, b: usize) {
        self.elements.push(self.domain.widen(&self.elements[a], &self.elements[b]));
    }

    fn narrow(&mut self, a: usize, b: usize) {
        let (a, b) = (&self.elements[a], &self.elements[b]);
        self.elements.push(match self.narrow {
            Some(narrow) => narrow(&self.domain, a, b),
            None => a.clone(),
        });
    }

    fn assign(&mut self, a: usize, variable: Var, expr: &LinearExpr) -> Result<(), Error> {
        self.keep(self.domain.assign(&self.elements[a], variable, expr))
    }

    fn assign_parallel(&mut self, a: usize, all: &[(Var, LinearExpr)]) -> Result<(), Error> {
        self.keep(self.domain.assign_parallel(&self.elements[a], all))
    }

    fn forget(&mut self, a: usize, variables: &[Var]) -> Result<(), Error> {
        self.keep(self.domain.forget(&self.elements[a], variables))
    }

    fn guard(&mut self, a: usize, constraint: &Constraint) -> Result<(), Error> {
        self.keep(self.domain.guard(&self.elements[a], constraint))
    }

    fn embed(&mut self, a: usize, sources: &[Option<Var>]) -> Result<(), Error> {
        self.keep(self.domain.embed(&self.elements[a], &self.domain, sources))
    }

    fn leq(&self, a: usize, b: usize) -> Answer {
        self.domain.leq(&self.elements[a], &self.elements[b])
    }

    fn equal(&self, a: usize, b: usize) -> Answer {
        self.domain.equal(&self.elements[a], &self.elements[b])
    }

    fn is_bottom(&self, a: usize) -> Answer {
        self.domain.is_bottom(&self.elements[a])
    }

    fn is_top(&self, a: usize) -> Answer {
        self.domain.leq(&self.domain.universe(), &self.elements[a])
    }

    fn to_constraints(&self, a: usize) -> Vec<Constraint> {
        self.domain.to_constraints(&self.elements[a])
    }

    fn bounds_of(&self, a: usize, variable: Var) -> Result<Option<Interval>, Error> {
        self.domain.bounds_of(&self.elements[a], variable)
    }

    fn show(&self, a: usize) -> String {
        self.domain.show(&self.elements[a])
    }
}

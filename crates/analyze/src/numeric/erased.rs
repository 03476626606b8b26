//! Any domain behind one type, so that products are composed when the program runs and the analysis
//! is compiled once.

use soundline_domains::capabilities::Capabilities;
use soundline_domains::expr::{Constraint, LinearExpr, Space, Var};
use soundline_domains::numbers::Interval;
use soundline_domains::{Domain, Error};
use soundline_lattice::{Answer, Lattice, Widening};
use std::any::Any;
use std::fmt;
use std::rc::Rc;

/// A domain of any type.
#[derive(Clone)]
pub(crate) struct AnyDomain(Rc<dyn Erased>);

/// An element of a domain of any type.
#[derive(Clone)]
pub(crate) struct AnyElem(Rc<dyn Element>);

trait Element: Any {
    fn as_any(&self) -> &dyn Any;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<E: Any + fmt::Debug> Element for E {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Debug for AnyElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

/// The operations of a domain on elements of any type. Elements of another domain are a mistake of
/// this crate.
trait Erased {
    fn space(&self) -> &Space;
    fn over(&self, space: Space) -> AnyDomain;
    fn as_any(&self) -> &dyn Any;
    fn capabilities(&self) -> Capabilities;
    fn dimensions_of(&self, a: &AnyElem) -> usize;
    fn bottom(&self) -> AnyElem;
    fn universe(&self) -> AnyElem;
    fn is_bottom(&self, a: &AnyElem) -> Answer;
    fn leq(&self, a: &AnyElem, b: &AnyElem) -> Answer;
    fn join(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn meet(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn widen(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn widen_up_to(
        &self,
        a: &AnyElem,
        b: &AnyElem,
        thresholds: &[Constraint],
    ) -> Result<AnyElem, Error>;
    fn guard(&self, a: &AnyElem, constraint: &Constraint) -> Result<AnyElem, Error>;
    fn assign_parallel(
        &self,
        a: &AnyElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AnyElem, Error>;
    fn assign(&self, a: &AnyElem, v: Var, expr: &LinearExpr) -> Result<AnyElem, Error>;
    fn forget(&self, a: &AnyElem, variables: &[Var]) -> Result<AnyElem, Error>;
    fn to_constraints(&self, a: &AnyElem) -> Vec<Constraint>;
    fn bounds(&self, a: &AnyElem, expr: &LinearExpr) -> Result<Option<Interval>, Error>;
    fn bounds_of(&self, a: &AnyElem, variable: Var) -> Result<Option<Interval>, Error>;
    fn entails(&self, a: &AnyElem, constraint: &Constraint) -> Result<Answer, Error>;
    fn embed(
        &self,
        a: &AnyElem,
        from: &AnyDomain,
        sources: &[Option<Var>],
    ) -> Result<AnyElem, Error>;
    fn represents(&self, constraint: &Constraint) -> bool;
    fn show(&self, a: &AnyElem) -> String;
}

fn down<D: Domain>(a: &AnyElem) -> &D::Elem
where
    D::Elem: 'static,
{
    a.0.as_any().downcast_ref().expect("elements stay with their domain")
}

fn up<E: Any + fmt::Debug>(element: E) -> AnyElem {
    AnyElem(Rc::new(element))
}

impl<D: Domain + 'static> Erased for D
where
    D::Elem: 'static,
{
    fn space(&self) -> &Space {
        Domain::space(self)
    }
    fn over(&self, space: Space) -> AnyDomain {
        AnyDomain::new(Domain::over(self, space))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn capabilities(&self) -> Capabilities {
        Domain::capabilities(self)
    }
    fn dimensions_of(&self, a: &AnyElem) -> usize {
        Domain::dimensions_of(self, down::<D>(a))
    }
    fn bottom(&self) -> AnyElem {
        up(Lattice::bottom(self))
    }
    fn universe(&self) -> AnyElem {
        up(Domain::universe(self))
    }
    fn is_bottom(&self, a: &AnyElem) -> Answer {
        Domain::is_bottom(self, down::<D>(a))
    }
    fn leq(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        Lattice::leq(self, down::<D>(a), down::<D>(b))
    }
    fn join(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        up(Lattice::join(self, down::<D>(a), down::<D>(b)))
    }
    fn meet(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        up(Lattice::meet(self, down::<D>(a), down::<D>(b)))
    }
    fn widen(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        up(Widening::widen(self, down::<D>(a), down::<D>(b)))
    }
    fn widen_up_to(
        &self,
        a: &AnyElem,
        b: &AnyElem,
        thresholds: &[Constraint],
    ) -> Result<AnyElem, Error> {
        Domain::widen_up_to(self, down::<D>(a), down::<D>(b), thresholds).map(up)
    }
    fn guard(&self, a: &AnyElem, constraint: &Constraint) -> Result<AnyElem, Error> {
        Domain::guard(self, down::<D>(a), constraint).map(up)
    }
    fn assign_parallel(
        &self,
        a: &AnyElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AnyElem, Error> {
        Domain::assign_parallel(self, down::<D>(a), assignments).map(up)
    }
    fn assign(&self, a: &AnyElem, v: Var, expr: &LinearExpr) -> Result<AnyElem, Error> {
        Domain::assign(self, down::<D>(a), v, expr).map(up)
    }
    fn forget(&self, a: &AnyElem, variables: &[Var]) -> Result<AnyElem, Error> {
        Domain::forget(self, down::<D>(a), variables).map(up)
    }
    fn to_constraints(&self, a: &AnyElem) -> Vec<Constraint> {
        Domain::to_constraints(self, down::<D>(a))
    }
    fn bounds(&self, a: &AnyElem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        Domain::bounds(self, down::<D>(a), expr)
    }
    fn bounds_of(&self, a: &AnyElem, variable: Var) -> Result<Option<Interval>, Error> {
        Domain::bounds_of(self, down::<D>(a), variable)
    }
    fn entails(&self, a: &AnyElem, constraint: &Constraint) -> Result<Answer, Error> {
        Domain::entails(self, down::<D>(a), constraint)
    }
    fn embed(
        &self,
        a: &AnyElem,
        from: &AnyDomain,
        sources: &[Option<Var>],
    ) -> Result<AnyElem, Error> {
        let from = from.0.as_any().downcast_ref().expect("the same domain over another space");
        Domain::embed(self, down::<D>(a), from, sources).map(up)
    }
    fn represents(&self, constraint: &Constraint) -> bool {
        Domain::represents(self, constraint)
    }
    fn show(&self, a: &AnyElem) -> String {
        Lattice::show(self, down::<D>(a))
    }
}

impl AnyDomain {
    pub(crate) fn new<D: Domain + 'static>(domain: D) -> Self
    where
        D::Elem: 'static,
    {
        Self(Rc::new(domain))
    }
}

impl Lattice for AnyDomain {
    type Elem = AnyElem;

    fn bottom(&self) -> AnyElem {
        self.0.bottom()
    }
    fn top(&self) -> Option<AnyElem> {
        Some(self.0.universe())
    }
    fn leq(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        self.0.leq(a, b)
    }
    fn join(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.0.join(a, b)
    }
    fn meet(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.0.meet(a, b)
    }
    fn show(&self, a: &AnyElem) -> String {
        self.0.show(a)
    }
}

impl Widening for AnyDomain {
    fn widen(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.0.widen(a, b)
    }
}

impl Domain for AnyDomain {
    fn space(&self) -> &Space {
        self.0.space()
    }
    fn over(&self, space: Space) -> Self {
        self.0.over(space)
    }
    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }
    fn dimensions_of(&self, a: &AnyElem) -> usize {
        self.0.dimensions_of(a)
    }
    fn universe(&self) -> AnyElem {
        self.0.universe()
    }
    fn is_bottom(&self, a: &AnyElem) -> Answer {
        self.0.is_bottom(a)
    }
    fn guard(&self, a: &AnyElem, constraint: &Constraint) -> Result<AnyElem, Error> {
        self.0.guard(a, constraint)
    }
    fn assign_parallel(
        &self,
        a: &AnyElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AnyElem, Error> {
        self.0.assign_parallel(a, assignments)
    }
    fn assign(&self, a: &AnyElem, v: Var, expr: &LinearExpr) -> Result<AnyElem, Error> {
        self.0.assign(a, v, expr)
    }
    fn forget(&self, a: &AnyElem, variables: &[Var]) -> Result<AnyElem, Error> {
        self.0.forget(a, variables)
    }
    fn to_constraints(&self, a: &AnyElem) -> Vec<Constraint> {
        self.0.to_constraints(a)
    }
    fn bounds(&self, a: &AnyElem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.0.bounds(a, expr)
    }
    fn bounds_of(&self, a: &AnyElem, variable: Var) -> Result<Option<Interval>, Error> {
        self.0.bounds_of(a, variable)
    }
    fn entails(&self, a: &AnyElem, constraint: &Constraint) -> Result<Answer, Error> {
        self.0.entails(a, constraint)
    }
    fn embed(&self, a: &AnyElem, from: &Self, sources: &[Option<Var>]) -> Result<AnyElem, Error> {
        self.0.embed(a, from, sources)
    }
    fn widen_up_to(
        &self,
        a: &AnyElem,
        b: &AnyElem,
        thresholds: &[Constraint],
    ) -> Result<AnyElem, Error> {
        self.0.widen_up_to(a, b, thresholds)
    }
    fn represents(&self, constraint: &Constraint) -> bool {
        self.0.represents(constraint)
    }
}

//! Any domain behind one type, so that a domain can be chosen when the program runs, products are
//! composed by name, and what works on all domains is compiled once.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use crate::blocks::Blocked;
use crate::boxes::BoxElem;
use crate::capabilities::Capabilities;
use crate::equalities::AffineSpace;
use crate::expr::{Constraint, LinearExpr, Space, Var};
use crate::numbers::{Int, Interval, Rat};
use crate::octagons::Octagons;
use crate::polyhedra::Polyhedron;
use crate::pool::Narrow;
use crate::weakly_relational::{self, Exact, Float};
use crate::{Domain, Error, Part, Pool, Pooled};

/// A domain of any type: [`Domain`] in a form that trait objects can have.
///
/// Every operation costs a call through a table more than those of the domain itself, and results of
/// seldom used domains an allocation.
///
/// # Panics
/// An element belongs to the domain that made it, over whatever space. Operations panic when they are
/// given an element of another domain.
///
/// ```
/// use soundline_domains::{AnyDomain, Domain, boxes::Boxes, expr::Space, octagons::Octagons};
/// use soundline_lattice::Lattice;
/// let space = Space::integers(2);
/// let domains = [
///     AnyDomain::new(Boxes::exact(space.clone())),
///     AnyDomain::new(Octagons::exact(space.clone())),
/// ];
/// let constraints = ["x1 <= 5", "x0 <= x1"].map(|text| space.parse(text).unwrap());
/// let shown = domains.map(|domain| Ok(domain.show(&domain.from_constraints(&constraints)?)));
/// let expected = ["-x0 + 5 >= 0 ∧ -x1 + 5 >= 0", "-x0 + 5 >= 0 ∧ -x0 + x1 >= 0 ∧ -x1 + 5 >= 0"];
/// assert_eq!(shown, expected.map(|text| Ok::<_, soundline_domains::Error>(text.to_string())));
/// ```
#[derive(Clone)]
pub struct AnyDomain(Arc<dyn Erased>);

/// An element of a domain of any type. Copies share it.
#[derive(Clone)]
pub struct AnyElem(Kept);

macro_rules! kept {
    ($($Own:ident($Type:ty)),* $(,)?) => {
        /// Where an element is kept.
        #[derive(Clone)]
        enum Kept {
            $($Own($Type),)*
            /// Any other element.
            Shared(Arc<dyn Element>),
        }

        impl Kept {
            #[inline]
            fn new<E: Element>(element: E) -> Kept {
                let mut element = Some(element);
                $(if let Some(own) = take(&mut element) {
                    return Kept::$Own(own);
                })*
                Kept::Shared(Arc::new(element.expect("it was not taken")))
            }

            // Which types are the same is known when this is compiled: a comparison of the kind is left.
            #[inline]
            fn get<E: Element>(&self) -> Option<&E> {
                match self {
                    $(Kept::$Own(element) => (element as &dyn Any).downcast_ref(),)*
                    Kept::Shared(element) => (&**element as &dyn Any).downcast_ref(),
                }
            }

            fn as_debug(&self) -> &dyn fmt::Debug {
                match self {
                    $(Kept::$Own(element) => element,)*
                    Kept::Shared(element) => element,
                }
            }
        }
    };
}

// These are small and share their insides already: a pointer more would cost more than many operations
// on them.
kept! {
    IntegerBox(BoxElem<Int>),
    ExactBox(BoxElem<Rat>),
    FloatBox(BoxElem<f64>),
    ExactBounds(weakly_relational::Element<Exact>),
    FloatBounds(weakly_relational::Element<Float>),
    Octagons(Blocked<Octagons<Exact>>),
    AffineSpace(AffineSpace),
    Polyhedron(Polyhedron),
}

/// The element, if it is of the type that is asked for.
#[inline]
fn take<E: Element, T: Element>(element: &mut Option<E>) -> Option<T> {
    (element as &mut dyn Any).downcast_mut::<Option<T>>()?.take()
}

impl AnyDomain {
    /// A domain without its type. Its narrowing, if it has one, stays behind.
    pub fn new<D>(domain: D) -> AnyDomain
    where
        D: Domain<Elem: Send + Sync + 'static> + Send + Sync + 'static,
    {
        AnyDomain(Arc::new(Held { domain, narrow: None }))
    }

    /// A domain without its type, with its narrowing.
    pub fn with_narrowing<D>(domain: D) -> AnyDomain
    where
        D: Domain<Elem: Send + Sync + 'static> + Narrowing + Send + Sync + 'static,
    {
        AnyDomain(Arc::new(Held { domain, narrow: Some(D::narrow) }))
    }

    /// The domain with a place for the elements that it makes.
    pub fn pool(&self) -> Box<dyn Pool> {
        self.0.pool()
    }
}

impl fmt::Debug for AnyDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("AnyDomain");
        shown.field("kind", &self.capabilities().kind).field("space", self.space()).finish()
    }
}

impl fmt::Debug for AnyElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_debug().fmt(f)
    }
}

/// What an element is whatever its type.
trait Element: Any + fmt::Debug + Send + Sync {}

impl<E: Any + fmt::Debug + Send + Sync> Element for E {}

/// The operations of a domain on elements of any type.
trait Erased: Any + Send + Sync {
    fn space(&self) -> &Space;
    fn over(&self, space: Space) -> AnyDomain;
    fn pool(&self) -> Box<dyn Pool>;
    fn capabilities(&self) -> Capabilities;
    fn dimensions_of(&self, a: &AnyElem) -> usize;
    fn bottom(&self) -> AnyElem;
    fn universe(&self) -> AnyElem;
    fn is_bottom(&self, a: &AnyElem) -> Answer;
    fn leq(&self, a: &AnyElem, b: &AnyElem) -> Answer;
    fn equal(&self, a: &AnyElem, b: &AnyElem) -> Answer;
    fn join(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn meet(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn widen(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn narrow(&self, a: &AnyElem, b: &AnyElem) -> AnyElem;
    fn widen_up_to(
        &self,
        a: &AnyElem,
        b: &AnyElem,
        thresholds: &[Constraint],
    ) -> Result<AnyElem, Error>;
    fn guard(&self, a: &AnyElem, constraint: &Constraint) -> Result<AnyElem, Error>;
    fn guard_all(&self, a: &AnyElem, constraints: &[Constraint]) -> Result<AnyElem, Error>;
    fn of_constraints(
        &self,
        constraints: &mut dyn Iterator<Item = &Constraint>,
    ) -> Result<AnyElem, Error>;
    fn assign(&self, a: &AnyElem, variable: Var, expr: &LinearExpr) -> Result<AnyElem, Error>;
    fn assign_parallel(
        &self,
        a: &AnyElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AnyElem, Error>;
    fn forget(&self, a: &AnyElem, variables: &[Var]) -> Result<AnyElem, Error>;
    fn to_constraints(&self, a: &AnyElem) -> Vec<Constraint>;
    fn bounds(&self, a: &AnyElem, expr: &LinearExpr) -> Result<Option<Interval>, Error>;
    fn bounds_of(&self, a: &AnyElem, variable: Var) -> Result<Option<Interval>, Error>;
    fn entails(&self, a: &AnyElem, constraint: &Constraint) -> Result<Answer, Error>;
    fn contains(&self, a: &AnyElem, point: &[Rat]) -> Result<bool, Error>;
    fn embed(
        &self,
        a: &AnyElem,
        from: &AnyDomain,
        sources: &[Option<Var>],
    ) -> Result<AnyElem, Error>;
    fn embed_all(&self, parts: &[Part<'_, AnyDomain>]) -> Result<AnyElem, Error>;
    fn pieces(&self, a: &AnyElem) -> u64;
    fn templates(&self) -> Option<Vec<LinearExpr>>;
    fn represents(&self, constraint: &Constraint) -> bool;
    fn show(&self, a: &AnyElem) -> String;
}

/// A domain and its narrowing, if it is to have one.
struct Held<D: Domain> {
    domain: D,
    narrow: Option<Narrow<D>>,
}

#[inline]
fn down<E: Element>(a: &AnyElem) -> &E {
    a.0.get().expect("elements stay with their domain")
}

#[inline]
fn up<E: Element>(element: E) -> AnyElem {
    AnyElem(Kept::new(element))
}

impl<D> Held<D>
where
    D: Domain<Elem: Send + Sync + 'static> + Send + Sync + 'static,
{
    fn domain_of(other: &AnyDomain) -> &D {
        let held: &dyn Any = &*other.0;
        &held.downcast_ref::<Held<D>>().expect("the same domain over another space").domain
    }
}

impl<D> Erased for Held<D>
where
    D: Domain<Elem: Send + Sync + 'static> + Send + Sync + 'static,
{
    fn space(&self) -> &Space {
        self.domain.space()
    }

    fn over(&self, space: Space) -> AnyDomain {
        AnyDomain(Arc::new(Held { domain: self.domain.over(space), narrow: self.narrow }))
    }

    fn pool(&self) -> Box<dyn Pool> {
        Box::new(Pooled::narrowing_by(self.domain.clone(), self.narrow))
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { narrowing: self.narrow.is_some(), ..self.domain.capabilities() }
    }

    fn dimensions_of(&self, a: &AnyElem) -> usize {
        self.domain.dimensions_of(down(a))
    }

    fn bottom(&self) -> AnyElem {
        up(self.domain.bottom())
    }

    fn universe(&self) -> AnyElem {
        up(self.domain.universe())
    }

    fn is_bottom(&self, a: &AnyElem) -> Answer {
        self.domain.is_bottom(down(a))
    }

    fn leq(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        self.domain.leq(down(a), down(b))
    }

    fn equal(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        self.domain.equal(down(a), down(b))
    }

    fn join(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        up(self.domain.join(down(a), down(b)))
    }

    fn meet(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        up(self.domain.meet(down(a), down(b)))
    }

    fn widen(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        up(self.domain.widen(down(a), down(b)))
    }

    fn narrow(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        match self.narrow {
            Some(narrow) => up(narrow(&self.domain, down(a), down(b))),
            None => a.clone(),
        }
    }

    fn widen_up_to(
        &self,
        a: &AnyElem,
        b: &AnyElem,
        thresholds: &[Constraint],
    ) -> Result<AnyElem, Error> {
        self.domain.widen_up_to(down(a), down(b), thresholds).map(up)
    }

    fn guard(&self, a: &AnyElem, constraint: &Constraint) -> Result<AnyElem, Error> {
        self.domain.guard(down(a), constraint).map(up)
    }

    fn guard_all(&self, a: &AnyElem, constraints: &[Constraint]) -> Result<AnyElem, Error> {
        self.domain.guard_all(down(a), constraints).map(up)
    }

    fn of_constraints(
        &self,
        constraints: &mut dyn Iterator<Item = &Constraint>,
    ) -> Result<AnyElem, Error> {
        self.domain.from_constraints(constraints).map(up)
    }

    fn assign(&self, a: &AnyElem, variable: Var, expr: &LinearExpr) -> Result<AnyElem, Error> {
        self.domain.assign(down(a), variable, expr).map(up)
    }

    fn assign_parallel(
        &self,
        a: &AnyElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AnyElem, Error> {
        self.domain.assign_parallel(down(a), assignments).map(up)
    }

    fn forget(&self, a: &AnyElem, variables: &[Var]) -> Result<AnyElem, Error> {
        self.domain.forget(down(a), variables).map(up)
    }

    fn to_constraints(&self, a: &AnyElem) -> Vec<Constraint> {
        self.domain.to_constraints(down(a))
    }

    fn bounds(&self, a: &AnyElem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.domain.bounds(down(a), expr)
    }

    fn bounds_of(&self, a: &AnyElem, variable: Var) -> Result<Option<Interval>, Error> {
        self.domain.bounds_of(down(a), variable)
    }

    fn entails(&self, a: &AnyElem, constraint: &Constraint) -> Result<Answer, Error> {
        self.domain.entails(down(a), constraint)
    }

    fn contains(&self, a: &AnyElem, point: &[Rat]) -> Result<bool, Error> {
        self.domain.contains(down(a), point)
    }

    fn embed(
        &self,
        a: &AnyElem,
        from: &AnyDomain,
        sources: &[Option<Var>],
    ) -> Result<AnyElem, Error> {
        self.domain.embed(down(a), Self::domain_of(from), sources).map(up)
    }

    fn embed_all(&self, parts: &[Part<'_, AnyDomain>]) -> Result<AnyElem, Error> {
        let parts = parts.iter().map(|part| Part {
            domain: Self::domain_of(part.domain),
            element: down(part.element),
            sources: part.sources.clone(),
        });
        self.domain.embed_all(&parts.collect::<Vec<_>>()).map(up)
    }

    fn pieces(&self, a: &AnyElem) -> u64 {
        self.domain.pieces(down(a))
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        self.domain.templates()
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        self.domain.represents(constraint)
    }

    fn show(&self, a: &AnyElem) -> String {
        self.domain.show(down(a))
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

    fn equal(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        self.0.equal(a, b)
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

impl Narrowing for AnyDomain {
    /// That of the domain, where the [capabilities](Domain::capabilities) say that there is one.
    /// Otherwise the left operand, which is a narrowing too.
    fn narrow(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.0.narrow(a, b)
    }
}

impl Domain for AnyDomain {
    fn space(&self) -> &Space {
        self.0.space()
    }

    fn over(&self, space: Space) -> AnyDomain {
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

    fn guard_all(&self, a: &AnyElem, constraints: &[Constraint]) -> Result<AnyElem, Error> {
        self.0.guard_all(a, constraints)
    }

    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<AnyElem, Error> {
        self.0.of_constraints(&mut constraints.into_iter())
    }

    fn assign(&self, a: &AnyElem, variable: Var, expr: &LinearExpr) -> Result<AnyElem, Error> {
        self.0.assign(a, variable, expr)
    }

    fn assign_parallel(
        &self,
        a: &AnyElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AnyElem, Error> {
        self.0.assign_parallel(a, assignments)
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

    fn contains(&self, a: &AnyElem, point: &[Rat]) -> Result<bool, Error> {
        self.0.contains(a, point)
    }

    fn embed(
        &self,
        a: &AnyElem,
        from: &AnyDomain,
        sources: &[Option<Var>],
    ) -> Result<AnyElem, Error> {
        self.0.embed(a, from, sources)
    }

    fn embed_all(&self, parts: &[Part<'_, AnyDomain>]) -> Result<AnyElem, Error> {
        self.0.embed_all(parts)
    }

    fn widen_up_to(
        &self,
        a: &AnyElem,
        b: &AnyElem,
        thresholds: &[Constraint],
    ) -> Result<AnyElem, Error> {
        self.0.widen_up_to(a, b, thresholds)
    }

    fn pieces(&self, a: &AnyElem) -> u64 {
        self.0.pieces(a)
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        self.0.templates()
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        self.0.represents(constraint)
    }
}

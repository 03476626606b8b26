//! A numerical abstract domain: a lattice whose elements stand for sets of points, with the
//! operations that an analysis needs.

use soundline_lattice::{Answer, Lattice, Widening};

use crate::capabilities::Capabilities;
use crate::expr::{Constraint, Expr, LinearExpr, Relation, Space, Var};
use crate::numbers::{Bound, Interval, Rat};
use crate::simplex::{Outcome, Simplex};
use crate::{Error, nonlinear};

/// A numerical abstract domain over a fixed [`Space`] of variables.
///
/// The context (`&self`) knows the space; an element stands for a set of points, given by
/// [`to_constraints`](Domain::to_constraints). Every operation is *sound*: its result contains the
/// concrete result for every point of its operands. Operands are never changed. Faulty input is an
/// [`Error`] that names the fault.
///
/// Elements of another number of dimensions are a mistake of the caller that the operations of
/// [`Lattice`] and [`Widening`] have no way to report: there they answer [`Answer::Unknown`] and
/// return top, which is sound. [`check`](Domain::check) names the fault.
///
/// A first version of a domain needs seven methods and those of [`Lattice`] and [`Widening`]. All
/// others have defaults that are sound, from the constraints of elements; faster or more precise ones
/// can follow.
pub trait Domain: Lattice + Widening + Clone {
    /// The variables and their kinds.
    fn space(&self) -> &Space;

    /// The same domain over another space.
    fn over(&self, space: Space) -> Self;

    /// What the domain can do, and which laws it is exempt from.
    fn capabilities(&self) -> Capabilities;

    /// The number of dimensions of an element. Domains whose elements know it say so; for the others
    /// every element is one of this space.
    fn dimensions_of(&self, a: &Self::Elem) -> usize {
        let _ = a;
        self.space().dimensions()
    }

    /// All points.
    fn universe(&self) -> Self::Elem;

    /// Does the element stand for no point at all? `Yes` and `No` are definite.
    fn is_bottom(&self, a: &Self::Elem) -> Answer {
        self.leq(a, &self.bottom())
    }

    /// The points of `a` that satisfy the constraint, or more where the domain cannot tell.
    fn guard(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Self::Elem, Error>;

    /// `a` after all assignments happened at once: every expression is evaluated in the old state.
    /// No variable may be assigned twice.
    ///
    /// By default new variables are bound to the values of the expressions, and then take the place of
    /// the old ones.
    fn assign_parallel(
        &self,
        a: &Self::Elem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Self::Elem, Error> {
        check_assignments(self.space(), assignments)?;
        let old = self.space().dimensions();
        let kinds: Vec<_> = assignments.iter().map(|(v, _)| self.space().kinds()[*v]).collect();
        let (larger, mut after) = self.add_dimensions(a, &kinds)?;
        for (position, (_, expr)) in assignments.iter().enumerate() {
            let value = Constraint::eq(&LinearExpr::variable(old + position), expr);
            after = larger.guard(&after, &value)?;
        }
        let assigned = |v: Var| assignments.iter().position(|(variable, _)| *variable == v);
        let source = |v: Var| Some(assigned(v).map_or(v, |position| old + position));
        self.embed(&after, &larger, &(0..old).map(source).collect::<Vec<_>>())
    }

    /// `a` with nothing known about the variables, other than that integers stay integers.
    fn forget(&self, a: &Self::Elem, variables: &[Var]) -> Result<Self::Elem, Error>;

    /// Constraints that hold for the points of `a`, and for no others where the capabilities say
    /// `constraints_exact`. Bottom gives a constraint that is false; top gives none.
    fn to_constraints(&self, a: &Self::Elem) -> Vec<Constraint>;

    /// The values that the expression may have in `a`, as tight as the domain can; `None` when there
    /// is none because `a` is bottom. By default those of its constraints, by linear programming.
    fn bounds(&self, a: &Self::Elem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space().check(expr)?;
        constrained_range(self.space().dimensions(), &self.to_constraints(a), expr)
    }

    /// The element `a` of the domain `from` in this space: variable `v` here is `sources[v]` there,
    /// or new and unknown for `None`. Variables of `from` that are no source are forgotten; none may
    /// be a source twice.
    ///
    /// By default the element is made again from the constraints over the variables that stay, so
    /// that a domain whose constraints do not say all loses the rest.
    fn embed(
        &self,
        a: &Self::Elem,
        from: &Self,
        sources: &[Option<Var>],
    ) -> Result<Self::Elem, Error> {
        from.check(a)?;
        check_sources(self.space(), from.space(), sources)?;
        let place = |v: Var| sources.iter().position(|source| *source == Some(v));
        let dropped: Vec<Var> =
            (0..from.space().dimensions()).filter(|v| place(*v).is_none()).collect();
        let constraints = from.to_constraints(&from.forget(a, &dropped)?);
        let stays = |c: &&Constraint| c.expr().terms().iter().all(|(v, _)| place(*v).is_some());
        let moved: Vec<Constraint> = constraints
            .iter()
            .filter(stays)
            .map(|c| c.rename(|v| place(v).expect("its variables stay")))
            .collect();
        self.from_constraints(&moved)
    }

    /// Several elements of other spaces in this one, each as [`embed`](Domain::embed) has it: what
    /// all of them say together. No variable here has a source in two of them, so that domains may do
    /// with less than a meet.
    fn embed_all(&self, parts: &[Part<'_, Self>]) -> Result<Self::Elem, Error> {
        parts.iter().try_fold(self.universe(), |all, part| {
            Ok(self.meet(&all, &self.embed(part.element, part.domain, &part.sources)?))
        })
    }

    /// How many pieces an element consists of in the form in which it is largest, if those of
    /// independent elements multiply when they come together: the generators of polyhedra. 1 where
    /// that costs nothing.
    fn pieces(&self, _a: &Self::Elem) -> u64 {
        1
    }

    /// A widening that stops at the given constraints: those that hold for both operands hold for
    /// the result.
    ///
    /// The set of thresholds must be the same in every step of an iteration. Domains in which adding
    /// a constraint may disturb the convergence of the widening implement this themselves.
    fn widen_up_to(
        &self,
        a: &Self::Elem,
        b: &Self::Elem,
        thresholds: &[Constraint],
    ) -> Result<Self::Elem, Error> {
        let mut result = self.widen(a, b);
        for threshold in thresholds {
            if self.entails(a, threshold)?.is_yes() && self.entails(b, threshold)?.is_yes() {
                result = self.guard(&result, threshold)?;
            }
        }
        Ok(result)
    }

    /// The directions in which its elements have bounds, without constants, if they are finitely
    /// many: all `t` such that an element is a conjunction of `t <= c`.
    fn templates(&self) -> Option<Vec<LinearExpr>> {
        None
    }

    /// Can an element of this domain stand for exactly the points that satisfy the constraint?
    /// Not to know is to say no.
    fn represents(&self, constraint: &Constraint) -> bool {
        let _ = constraint;
        false
    }

    /// Do all points of `a` satisfy the constraint? `No` only if the bounds show it.
    fn entails(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Answer, Error> {
        let Some(range) = self.bounds(a, constraint.expr())? else {
            return Ok(Answer::Yes);
        };
        Ok(range_satisfies(&range, constraint.relation()))
    }

    /// All points that satisfy the constraints, or more where the domain cannot tell.
    #[allow(clippy::wrong_self_convention)]
    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Self::Elem, Error> {
        let mut element = self.universe();
        for constraint in constraints {
            element = self.guard(&element, constraint)?;
        }
        Ok(element)
    }

    /// `a` after `variable := expr`, where `expr` may mention the variable.
    fn assign(
        &self,
        a: &Self::Elem,
        variable: Var,
        expr: &LinearExpr,
    ) -> Result<Self::Elem, Error> {
        self.assign_parallel(a, &[(variable, expr.clone())])
    }

    /// `a` after `variable := expr`, where the expression need not be linear: it is linearised with the
    /// bounds of its variables. At points where it has no value, the program does not go on.
    ///
    /// ```
    /// use soundline_domains::{Domain, boxes::Boxes, expr::{BinaryOp, Expr, Space}};
    /// let space = Space::integers(2);
    /// let boxes = Boxes::exact(space.clone());
    /// let a = boxes.from_constraints(&[space.parse("x0 >= 2")?, space.parse("x0 <= 3")?])?;
    /// let square = Expr::var(0).binary(BinaryOp::Mul, Expr::var(0));
    /// let a = boxes.assign_expr(&a, 1, &square)?;
    /// assert_eq!(boxes.bounds_of(&a, 1)?.unwrap().to_string(), "[4, 9]");
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    fn assign_expr(&self, a: &Self::Elem, variable: Var, expr: &Expr) -> Result<Self::Elem, Error> {
        nonlinear::assign(self, a, variable, expr)
    }

    /// The points of `a` at which the expression, which need not be linear, relates to 0 so; or more
    /// where the domain cannot tell. Points where it has no value are not among them.
    fn guard_expr(
        &self,
        a: &Self::Elem,
        expr: &Expr,
        relation: Relation,
    ) -> Result<Self::Elem, Error> {
        nonlinear::guard(self, a, expr, relation)
    }

    /// The points at which all of some constraints hold, one after the other.
    fn guard_all(&self, a: &Self::Elem, constraints: &[Constraint]) -> Result<Self::Elem, Error> {
        constraints.iter().try_fold(a.clone(), |a, constraint| self.guard(&a, constraint))
    }

    /// The values that a variable may have in `a`.
    fn bounds_of(&self, a: &Self::Elem, variable: Var) -> Result<Option<Interval>, Error> {
        self.bounds(a, &LinearExpr::variable(variable))
    }

    /// Does the element contain the point? Judged by its constraints alone; domains whose elements
    /// say more than their constraints look at the rest too.
    fn contains(&self, a: &Self::Elem, point: &[Rat]) -> Result<bool, Error> {
        self.to_constraints(a).iter().try_fold(true, |all, c| Ok(all && c.holds_at(point)?))
    }

    /// Refuse an element of another number of dimensions.
    #[inline]
    fn check(&self, a: &Self::Elem) -> Result<(), Error> {
        let (expected, found) = (self.space().dimensions(), self.dimensions_of(a));
        if expected == found { Ok(()) } else { Err(Error::DimensionMismatch { expected, found }) }
    }

    /// The domain and element with further variables at the end.
    fn add_dimensions(
        &self,
        a: &Self::Elem,
        kinds: &[crate::expr::VarKind],
    ) -> Result<(Self, Self::Elem), Error> {
        let old = self.space().dimensions();
        let larger = self.over(Space::new(self.space().kinds().iter().chain(kinds).copied()));
        let sources: Vec<_> = (0..old + kinds.len()).map(|v| (v < old).then_some(v)).collect();
        let element = larger.embed(a, self, &sources)?;
        Ok((larger, element))
    }

    /// The domain and element without some variables; the others move up.
    fn remove_dimensions(
        &self,
        a: &Self::Elem,
        variables: &[Var],
    ) -> Result<(Self, Self::Elem), Error> {
        for variable in variables {
            self.space().check_variable(*variable)?;
        }
        let kept = (0..self.space().dimensions()).filter(|v| !variables.contains(v));
        let sources: Vec<_> = kept.map(Some).collect();
        let kinds = sources.iter().flatten().map(|v| self.space().kinds()[*v]);
        let smaller = self.over(Space::new(kinds));
        let element = smaller.embed(a, self, &sources)?;
        Ok((smaller, element))
    }

    /// The domain and element with the variables in another order: variable `v` is `order[v]` before.
    fn rename(&self, a: &Self::Elem, order: &[Var]) -> Result<(Self, Self::Elem), Error> {
        for variable in order {
            self.space().check_variable(*variable)?;
        }
        let renamed = self.over(Space::new(order.iter().map(|v| self.space().kinds()[*v])));
        let sources: Vec<_> = order.iter().copied().map(Some).collect();
        let element = renamed.embed(a, self, &sources)?;
        Ok((renamed, element))
    }

    /// The constraints as text, ` ∧ ` between them.
    fn show_constraints(&self, a: &Self::Elem) -> String {
        if self.is_bottom(a).is_yes() {
            return "⊥".into();
        }
        let constraints = self.to_constraints(a);
        if constraints.is_empty() {
            return "⊤".into();
        }
        constraints.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ∧ ")
    }
}

/// Do all numbers of a range relate to 0 so? The bounds are attained or approached.
fn range_satisfies(range: &Interval, relation: Relation) -> Answer {
    let zero = Bound::Finite(Rat::ZERO);
    let (low, high) = (range.low(), range.high());
    let point = low == high;
    match relation {
        Relation::Ge if *low >= zero => Answer::Yes,
        Relation::Ge if *high < zero => Answer::No,
        Relation::Gt if *low > zero => Answer::Yes,
        Relation::Gt if *high < zero || (point && *low == zero) => Answer::No,
        Relation::Eq if point && *low == zero => Answer::Yes,
        Relation::Eq if *low > zero || *high < zero => Answer::No,
        Relation::Ne if *low > zero || *high < zero => Answer::Yes,
        Relation::Ne if point && *low == zero => Answer::No,
        _ => Answer::Unknown,
    }
}

/// The values of an expression at the points that satisfy the constraints; `None` if there is no such
/// point.
fn constrained_range(
    dimensions: usize,
    constraints: &[Constraint],
    expr: &LinearExpr,
) -> Result<Option<Interval>, Error> {
    // What is not convex cannot be used, and leaving it out is sound.
    let convex = constraints.iter().filter(|c| c.relation() != Relation::Ne);
    let convex: Vec<Constraint> = convex.cloned().collect();
    let mut simplex = Simplex::new(dimensions, &convex)?;
    let mut most = |expr: &LinearExpr| {
        Ok(match simplex.maximise(expr)? {
            Outcome::Infeasible => None,
            Outcome::Unbounded => Some(Bound::PlusInfinity),
            Outcome::Optimal { value, .. } => Some(Bound::Finite(value)),
        })
    };
    let (Some(high), Some(negated_low)) = (most(expr)?, most(&-expr)?) else { return Ok(None) };
    Ok(Interval::new(-negated_low, high))
}

/// Refuse assignments to variables that do not exist or that are assigned twice, and expressions
/// over variables that do not exist.
pub(crate) fn check_assignments(
    space: &Space,
    assignments: &[(Var, LinearExpr)],
) -> Result<(), Error> {
    for (position, (variable, expr)) in assignments.iter().enumerate() {
        space.check_variable(*variable)?;
        space.check(expr)?;
        if assignments[..position].iter().any(|(other, _)| other == variable) {
            return Err(Error::AssignedTwice { variable: *variable });
        }
    }
    Ok(())
}

/// An element of another space, and where its variables are in this one.
#[derive(Debug)]
pub struct Part<'a, D: Domain> {
    /// The domain over the other space.
    pub domain: &'a D,
    /// The element.
    pub element: &'a D::Elem,
    /// For each variable of this space its source there, or `None`.
    pub sources: Vec<Option<Var>>,
}

/// Refuse sources of [`Domain::embed`] that do not fit the spaces.
pub(crate) fn check_sources(
    space: &Space,
    from: &Space,
    sources: &[Option<Var>],
) -> Result<(), Error> {
    if sources.len() != space.dimensions() {
        let (expected, found) = (space.dimensions(), sources.len());
        return Err(Error::DimensionMismatch { expected, found });
    }
    let mut taken = vec![false; from.dimensions()];
    for variable in sources.iter().flatten() {
        from.check_variable(*variable)?;
        if std::mem::replace(&mut taken[*variable], true) {
            return Err(Error::AssignedTwice { variable: *variable });
        }
    }
    Ok(())
}

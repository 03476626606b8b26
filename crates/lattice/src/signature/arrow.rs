//! The arrows of a signature: each symbol is a property of the operator in one argument.

use crate::laws::given;
use crate::subject::conclude;
use crate::{Argument, Case, Check, Class, Generate, Lattice, Outcome, Subject};
use std::sync::Arc;

/// Which argument of which operator a property is about.
pub struct Position {
    operator: String,
    /// Counted from 1.
    argument: usize,
}

impl Position {
    /// The argument of the operator that has `left` arguments to its left.
    pub fn new(operator: &str, left: usize) -> Position {
        Position { operator: operator.to_string(), argument: left + 1 }
    }
}

/// Draws all arguments but one, and gives the operator as a function of that one. Boxed, so that a
/// property is compiled once for each pair of lattices and not once for each operator.
pub type Fix<A, R> =
    Box<dyn Fn(&mut Case) -> Box<dyn Fn(&<A as Lattice>::Elem) -> <R as Lattice>::Elem>>;

/// Makes a [`Fix`] on the thread that runs the check.
pub type Fixes<A, R> = Box<dyn Fn() -> Fix<A, R> + Send + Sync>;

/// An operator, seen as a function of one of its arguments.
pub struct Arrow<A: Lattice, R: Lattice> {
    /// Which argument.
    pub position: Position,
    /// The lattice of that argument.
    pub argument: Arc<A>,
    /// The lattice of the results.
    pub result: Arc<R>,
    /// The operator.
    pub fixes: Fixes<A, R>,
}

impl<A, R> Arrow<A, R>
where
    A: Generate + Send + Sync + 'static,
    R: Lattice + Send + Sync + 'static,
{
    fn check(
        self,
        property: &str,
        formula: &str,
        test: fn(&Subject<A>, &R, &Fix<A, R>, &mut Case) -> Outcome,
    ) -> Check {
        let Arrow { position: Position { operator, argument: place }, argument, result, fixes } =
            self;
        let name = format!("{operator} {property} in argument {place}");
        let statement = format!("{formula}, where f is {operator}");
        Check::opened(name, Class::Operator, statement, move || {
            let (argument, result, fix) =
                (Subject::shared(&argument), Arc::clone(&result), fixes());
            Box::new(move |case: &mut Case| test(&argument, &result, &fix, case))
        })
    }

    /// The check that an operator is monotone in an argument.
    pub fn monotone(self) -> Check {
        self.check("monotone", "x ⊑ x' ⇒ f(x) ⊑ f(x')", |argument, result, fix, case| {
            let f = fix(case);
            let [x, y] = pair(argument, case, |case| argument.chain(case));
            given(argument.leq(&x, &y), || {
                let (fx, fy) = (f(&x), f(&y));
                let answer = result.leq(&fx, &fy);
                conclude(result, case, ("f(x)", &fx), ("f(x')", &fy), answer)
            })
        })
    }

    /// The check that an operator is strict in an argument.
    pub fn strict(self) -> Check {
        self.check("strict", "f(⊥) = ⊥", |argument, result, fix, case| {
            let image = fix(case)(&argument.bottom());
            let bottom = result.bottom();
            let answer = result.equal(&image, &bottom);
            conclude(result, case, ("f(⊥)", &image), ("⊥", &bottom), answer)
        })
    }

    /// The check that an operator gives equal results for equal arguments.
    pub fn invariant(self) -> Check {
        self.check("invariant", "x = x' ⇒ f(x) = f(x')", |argument, result, fix, case| {
            let f = fix(case);
            let [x, y] = argument.equal_pair(case, ["x", "x'"]);
            given(argument.equal(&x, &y), || {
                let (fx, fy) = (f(&x), f(&y));
                let answer = result.equal(&fx, &fy);
                conclude(result, case, ("f(x)", &fx), ("f(x')", &fy), answer)
            })
        })
    }

    /// The check that an operator distributes over joins in an argument.
    pub fn distributive(self) -> Check {
        self.check("distributive", "f(x ⊔ x') = f(x) ⊔ f(x')", |argument, result, fix, case| {
            let f = fix(case);
            let [x, y] = pair(argument, case, |case| argument.any(case));
            let of_join = f(&argument.join(&x, &y));
            let join_of = result.join(&f(&x), &f(&y));
            let answer = result.equal(&of_join, &join_of);
            conclude(result, case, ("f(x ⊔ x')", &of_join), ("f(x) ⊔ f(x')", &join_of), answer)
        })
    }
}

/// What makes sense only for operators from a lattice into itself.
impl<A: Generate + Send + Sync + 'static> Arrow<A, A> {
    /// The check that an operator goes upwards.
    pub fn extensive(self) -> Check {
        self.check("extensive", "x ⊑ f(x)", |argument, _, fix, case| {
            let f = fix(case);
            let x = argument.one(case, "x");
            argument.expect_leq(case, ("x", &x), ("f(x)", &f(&x)))
        })
    }

    /// The check that an operator goes downwards.
    pub fn reductive(self) -> Check {
        self.check("reductive", "f(x) ⊑ x", |argument, _, fix, case| {
            let f = fix(case);
            let x = argument.one(case, "x");
            argument.expect_leq(case, ("f(x)", &f(&x)), ("x", &x))
        })
    }

    /// The check that applying an operator twice is applying it once.
    pub fn idempotent(self) -> Check {
        self.check("idempotent", "f(f(x)) = f(x)", |argument, _, fix, case| {
            let f = fix(case);
            let x = argument.one(case, "x");
            let once = f(&x);
            argument.expect_equal(case, ("f(f(x))", &f(&once)), ("f(x)", &once))
        })
    }
}

/// Draw an argument that the property is not about.
pub fn other<A: Argument>(argument: &Subject<A>, case: &mut Case, position: usize) -> A::Value {
    if case.is_explained() {
        argument.one(case, &format!("argument {position}"))
    } else {
        argument.one(case, "")
    }
}

/// Draw two related elements and name them x and x'.
fn pair<A: Generate>(
    argument: &Subject<A>,
    case: &mut Case,
    draw: impl FnOnce(&mut Case) -> [A::Elem; 2],
) -> [A::Elem; 2] {
    let [x, y] = case.silently(draw);
    case.note("x", || argument.show(&x));
    case.note("x'", || argument.show(&y));
    [x, y]
}

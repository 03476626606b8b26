//! A property of a function of one argument, as a value: what the symbols of an arrow stand for, and what
//! [`Placed`] puts together at run time.

use super::Placed;
use crate::laws::given;
use crate::subject::conclude;
use crate::{Case, Generate, Lattice, Outcome, Subject};
use std::sync::Arc;

/// An operator as a function of one of its arguments; the others are drawn already.
pub type Unary<'a, A, R> = dyn Fn(&<A as Lattice>::Elem) -> <R as Lattice>::Elem + 'a;

pub(super) type Test<A, R> =
    dyn Fn(&Subject<A>, &R, &Unary<A, R>, &mut Case) -> Outcome + Send + Sync;

/// A property of functions from lattice `A` to lattice `R`. Like the primitives `op_monotone` and `op_strict` of the LCheck
/// paper (STVR'17, Sect. 4), it knows nothing about further arguments: [`Property::of`] starts a signature
/// around it.
///
/// ```
/// use soundline_lattice::{Runner, lattices::{Sign, Strings}, signature::Property};
///
/// // Which properties does an operator have? The list is made at run time.
/// let holds = |symbol: &char| {
///     let property = Property::by_symbol(*symbol).expect("it is a symbol of an arrow");
///     let check = property.of(Sign).left(Sign).finalize("mul", Sign, |a, x| Sign.mul(a, x));
///     !Runner::new().run(&check, None).is_violated()
/// };
/// assert_eq!("<!~%|&".chars().filter(holds).collect::<String>(), "<!~%|&");
/// ```
pub struct Property<A: Generate, R: Lattice> {
    pub(super) name: String,
    pub(super) formula: String,
    pub(super) test: Arc<Test<A, R>>,
}

impl<A: Generate, R: Lattice> Clone for Property<A, R> {
    fn clone(&self) -> Self {
        let Property { name, formula, test } = self;
        Property { name: name.clone(), formula: formula.clone(), test: Arc::clone(test) }
    }
}

impl<A: Generate, R: Lattice> Property<A, R> {
    /// A property of your own: its name, its formula about `f`, and a function that draws from the argument's
    /// lattice and comes to a conclusion.
    ///
    /// ```
    /// use soundline_lattice::{Lattice, Runner, lattices::{Sign, SignElem}, signature::Property};
    ///
    /// let constant = Property::<Sign, Sign>::new("constant", "f(x) = f(⊤)", |argument, result, f, case| {
    ///     let x = argument.one(case, "x");
    ///     result.equal(&f(&x), &f(&SignElem::Top)).into()
    /// });
    /// let positive = |s: &SignElem| Sign.meet(s, &SignElem::Pos);
    /// let check = constant.of(Sign).finalize("positive", Sign, positive);
    /// let report = Runner::new().run(&check, None);
    /// assert_eq!(report.counterexample().unwrap().notes[0].to_string(), "x = Bot");
    /// ```
    pub fn new(
        name: &str,
        formula: &str,
        test: impl Fn(&Subject<A>, &R, &Unary<A, R>, &mut Case) -> Outcome + Send + Sync + 'static,
    ) -> Property<A, R> {
        Property { name: name.into(), formula: formula.into(), test: Arc::new(test) }
    }

    /// The property that a symbol of an arrow stands for, where it makes sense for any two lattices. See
    /// [`Property::by_symbol_within`] for the others.
    pub fn by_symbol(symbol: char) -> Option<Property<A, R>> {
        Some(match symbol {
            '<' => Property::monotone(),
            '|' => Property::monotone_over_joins(),
            '&' => Property::monotone_over_meets(),
            '!' => Property::strict(),
            '~' => Property::invariant(),
            '%' => Property::distributive(),
            _ => return None,
        })
    }

    /// Start a signature: the function has one argument, which is of this lattice.
    pub fn of(self, argument: impl Into<Arc<A>>) -> Placed<(), A, R, ()> {
        Placed { property: self, argument: argument.into(), left: (), right: () }
    }

    /// x ⊑ x' ⇒ f(x) ⊑ f(x').
    pub fn monotone() -> Property<A, R> {
        Self::new("monotone", "x ⊑ x' ⇒ f(x) ⊑ f(x')", |argument, result, f, case| {
            let [x, y] = pair(argument, case, |case| argument.chain(case));
            given(argument.leq(&x, &y), || {
                let (fx, fy) = (f(&x), f(&y));
                let answer = result.leq(&fx, &fy);
                conclude(result, case, ("f(x)", &fx), ("f(x')", &fy), answer)
            })
        })
    }

    /// f(x) ⊔ f(x') ⊑ f(x ⊔ x'), the form of monotony that needs no related elements. It is the same as monotony where the
    /// joins of both lattices are least upper bounds, and says more elsewhere.
    pub fn monotone_over_joins() -> Property<A, R> {
        let formula = "f(x) ⊔ f(x') ⊑ f(x ⊔ x')";
        Self::new("monotone over joins", formula, |argument, result, f, case| {
            let [x, y] = pair(argument, case, |case| argument.any(case));
            let of_join = f(&argument.join(&x, &y));
            let join_of = result.join(&f(&x), &f(&y));
            let answer = result.leq(&join_of, &of_join);
            conclude(result, case, ("f(x) ⊔ f(x')", &join_of), ("f(x ⊔ x')", &of_join), answer)
        })
    }

    /// f(x ⊓ x') ⊑ f(x) ⊓ f(x'), the same for meets.
    pub fn monotone_over_meets() -> Property<A, R> {
        let formula = "f(x ⊓ x') ⊑ f(x) ⊓ f(x')";
        Self::new("monotone over meets", formula, |argument, result, f, case| {
            let [x, y] = pair(argument, case, |case| argument.any(case));
            let of_meet = f(&argument.meet(&x, &y));
            let meet_of = result.meet(&f(&x), &f(&y));
            let answer = result.leq(&of_meet, &meet_of);
            conclude(result, case, ("f(x ⊓ x')", &of_meet), ("f(x) ⊓ f(x')", &meet_of), answer)
        })
    }

    /// f(⊥) = ⊥.
    pub fn strict() -> Property<A, R> {
        Self::new("strict", "f(⊥) = ⊥", |argument, result, f, case| {
            let (image, bottom) = (f(&argument.bottom()), result.bottom());
            let answer = result.equal(&image, &bottom);
            conclude(result, case, ("f(⊥)", &image), ("⊥", &bottom), answer)
        })
    }

    /// x = x' ⇒ f(x) = f(x').
    pub fn invariant() -> Property<A, R> {
        Self::new("invariant", "x = x' ⇒ f(x) = f(x')", |argument, result, f, case| {
            let [x, y] = argument.equal_pair(case, ["x", "x'"]);
            given(argument.equal(&x, &y), || {
                let (fx, fy) = (f(&x), f(&y));
                let answer = result.equal(&fx, &fy);
                conclude(result, case, ("f(x)", &fx), ("f(x')", &fy), answer)
            })
        })
    }

    /// f(x ⊔ x') = f(x) ⊔ f(x').
    pub fn distributive() -> Property<A, R> {
        let formula = "f(x ⊔ x') = f(x) ⊔ f(x')";
        Self::new("distributive", formula, |argument, result, f, case| {
            let [x, y] = pair(argument, case, |case| argument.any(case));
            let of_join = f(&argument.join(&x, &y));
            let join_of = result.join(&f(&x), &f(&y));
            let answer = result.equal(&of_join, &join_of);
            conclude(result, case, ("f(x ⊔ x')", &of_join), ("f(x) ⊔ f(x')", &join_of), answer)
        })
    }
}

/// What makes sense only for functions from a lattice into itself.
impl<A: Generate> Property<A, A> {
    /// The property that a symbol stands for, where argument and result are of one lattice.
    pub fn by_symbol_within(symbol: char) -> Option<Property<A, A>> {
        Some(match symbol {
            '^' => Property::extensive(),
            'v' => Property::reductive(),
            '*' => Property::idempotent(),
            _ => return Property::by_symbol(symbol),
        })
    }

    /// x ⊑ f(x).
    pub fn extensive() -> Property<A, A> {
        Self::new("extensive", "x ⊑ f(x)", |argument, _, f, case| {
            let x = argument.one(case, "x");
            argument.expect_leq(case, ("x", &x), ("f(x)", &f(&x)))
        })
    }

    /// f(x) ⊑ x.
    pub fn reductive() -> Property<A, A> {
        Self::new("reductive", "f(x) ⊑ x", |argument, _, f, case| {
            let x = argument.one(case, "x");
            argument.expect_leq(case, ("f(x)", &f(&x)), ("x", &x))
        })
    }

    /// f(f(x)) = f(x).
    pub fn idempotent() -> Property<A, A> {
        Self::new("idempotent", "f(f(x)) = f(x)", |argument, _, f, case| {
            let x = argument.one(case, "x");
            let once = f(&x);
            argument.expect_equal(case, ("f(f(x))", &f(&once)), ("f(x)", &once))
        })
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

//! Operator signatures in arrow notation, and the properties that the arrows stand for.

use crate::laws::given;
use crate::subject::conclude;
use crate::{
    Abstraction, Argument, Case, Check, Choices, Class, Concrete, Generate, Lattice, Outcome,
    Subject, Values,
};
use std::fmt::Debug;
use std::sync::Arc;

/// Properties of an operator, written as its signature with annotated arrows.
///
/// `signature!(concat: Strings --> Strings -<~-> Strings)` reads: `concat` takes two strings to a
/// string and is monotone and invariant in its second argument. It gives a `Vec<Check>`, one check
/// for each property. Arguments are expressions: lattices with generators, or plain
/// [`Values`] under a plain arrow. The operator takes references and returns an element of
/// the result; that its type fits the signature is checked at compile time.
///
/// | arrow | property in that argument | formula |
/// |---|---|---|
/// | `-->`  | none | |
/// | `-<->` | monotone | x ⊑ x' ⇒ f(x) ⊑ f(x') |
/// | `-!->` | strict | f(⊥) = ⊥ |
/// | `-~->` | invariant | x = x' ⇒ f(x) = f(x') |
/// | `-%->` | distributive | f(x ⊔ x') = f(x) ⊔ f(x') |
/// | `-^->` | extensive | x ⊑ f(x) |
/// | `-v->` | reductive | f(x) ⊑ x |
/// | `-*->` | idempotent | f(f(x)) = f(x) |
///
/// Symbols combine in any order: `-<!~->`. The last three need the argument and the result to be of
/// one lattice. After a semicolon may stand what the operator means concretely, a function from
/// references to an `Option` (`None` where it is undefined):
///
/// - `; sound |x, y| Some(x + y)`: f applied to members of the arguments is a member of the result;
/// - `; best |x, y| Some(x + y)`: and the result is the least element with that property: the join of
///   the abstractions of all concrete results. It says something only where join is least, and is
///   vacuous for arguments whose members cannot be listed.
///
/// The operator is a name in scope, `concat: ...`, or any expression with a name,
/// `"square" = |s| Sign.mul(s, s); Sign -%-> Sign`. Variables that it captures must be `Copy` and
/// `Send`.
///
/// ```
/// use soundline_lattice::{Runner, lattices::{Interval, Sign}, signature};
/// let square = signature!("square" = |s| Sign.mul(s, s); Sign -<!%-> Sign);
/// let reports = Runner::new().run_all(&square);
/// let violated: Vec<&str> =
///     reports.iter().filter(|r| r.is_violated()).map(|r| r.name.as_str()).collect();
/// assert_eq!(violated, ["square distributive in argument 1"]);
/// ```
///
/// An operator of another type is refused:
///
/// ```compile_fail
/// use soundline_lattice::{lattices::{Interval, Sign}, signature};
/// signature!("square" = |s| Sign.mul(s, s); Interval -<-> Sign);
/// ```
///
/// And so is a property that makes no sense for an argument, here a plain value:
///
/// ```compile_fail
/// use soundline_lattice::{Values, lattices::Sign, signature};
/// signature!("constant" = |_| Sign.top(); Values::among([1, 2]) -<-> Sign);
/// ```
#[macro_export]
macro_rules! signature {
    // Operator, then the arguments, munched token by token up to the next arrow.
    ($op:ident : $($rest:tt)+) => {
        $crate::signature!(@argument [stringify!($op), $op] [] [] $($rest)+)
    };
    ($name:literal = $op:expr ; $($rest:tt)+) => {
        $crate::signature!(@argument [$name, $op] [] [] $($rest)+)
    };

    (@argument $head:tt $done:tt [$($now:tt)+]) => {
        $crate::signature!(@bind $head [] [] $done [$($now)+])
    };
    (@argument $head:tt $done:tt [$($now:tt)+] ; $($clause:tt)+) => {
        $crate::signature!(@bind $head [$($clause)+] [] $done [$($now)+])
    };
    (@argument $head:tt $done:tt $now:tt -> $($rest:tt)*) => {
        compile_error!("a plain arrow of a signature is written `-->`")
    };
    (@argument $head:tt $done:tt [$($now:tt)+] - $($rest:tt)+) => {
        $crate::signature!(@arrow $head $done [$($now)+] [] $($rest)+)
    };
    (@argument $head:tt $done:tt [$($now:tt)*] $next:tt $($rest:tt)*) => {
        $crate::signature!(@argument $head $done [$($now)* $next] $($rest)*)
    };

    // An arrow: symbols up to its head. `<` before the head is lexed together with it.
    (@arrow $head:tt [$($done:tt)*] $now:tt $symbols:tt -> $($rest:tt)+) => {
        $crate::signature!(@argument $head [$($done)* ($now $symbols)] [] $($rest)+)
    };
    (@arrow $head:tt $done:tt $now:tt [$($symbol:tt)*] <- > $($rest:tt)+) => {
        $crate::signature!(@arrow $head $done $now [$($symbol)* <] -> $($rest)+)
    };
    (@arrow $head:tt $done:tt $now:tt [$($symbol:tt)*] $next:tt $($rest:tt)+) => {
        $crate::signature!(@arrow $head $done $now [$($symbol)* $next] $($rest)+)
    };

    // Bind each argument to a variable; hygiene keeps those of different steps apart.
    (@bind $head:tt $clauses:tt [$($bound:tt)*] [([$($now:tt)+] $symbols:tt) $($rest:tt)*] $result:tt) => {{
        let argument = ::std::sync::Arc::new($($now)+);
        $crate::signature!(
            @bind $head $clauses [$($bound)* (argument $symbols)] [$($rest)*] $result
        )
    }};
    (@bind [$name:expr, $op:expr] $clauses:tt $bound:tt [] [$($result:tt)+]) => {{
        let result = ::std::sync::Arc::new($($result)+);
        let mut checks: ::std::vec::Vec<$crate::Check> = ::std::vec::Vec::new();
        $crate::signature!(@positions [$name, $op, result, checks] [] $bound);
        $crate::signature!(@clauses [$name, $op, result, checks] $clauses $bound);
        checks
    }};

    // Every argument in turn, with those to its left and right.
    (@positions $head:tt $left:tt []) => {};
    (@positions $head:tt [$($left:tt)*] [($this:ident $symbols:tt) $($right:tt)*]) => {
        $crate::signature!(@properties $head [$($left)*] ($this $symbols) [$($right)*]);
        $crate::signature!(@positions $head [$($left)* $this] [$($right)*]);
    };
    (@properties $head:tt $left:tt ($this:ident [$($symbol:tt)*]) $right:tt) => {
        $( $crate::signature!(@property $head $left $this $right $symbol); )*
    };
    (@property [$name:expr, $op:expr, $result:ident, $checks:ident]
        [$($left:ident)*] $this:ident [$(($right:ident $symbols:tt))*] $symbol:tt) => {
        $checks.push(($crate::signature!(@symbol $symbol))(
            $crate::signature::Position::new($name, <[&str]>::len(&[$(stringify!($left)),*])),
            ::std::sync::Arc::clone(&$this),
            ::std::sync::Arc::clone(&$result),
            {
                $( let $left = ::std::sync::Arc::clone(&$left); )*
                $( let $right = ::std::sync::Arc::clone(&$right); )*
                ::std::boxed::Box::new(move || {
                    $( let $left = $crate::Subject::shared(&$left); )*
                    $( let $right = $crate::Subject::shared(&$right); )*
                    ::std::boxed::Box::new(move |case: &mut $crate::Case| {
                        let _ = &case;
                        let _position = 0;
                        $( let _position = _position + 1;
                           let $left = $crate::signature::other(&$left, case, _position); )*
                        let _position = _position + 1;
                        $( let _position = _position + 1;
                           let $right = $crate::signature::other(&$right, case, _position); )*
                        ::std::boxed::Box::new(move |this: &_| {
                            $crate::signature!(@call $op, $(&$left,)* this $(, &$right)*)
                        })
                    })
                })
            },
        ));
    };
    (@symbol <) => { $crate::signature::monotone };
    (@symbol !) => { $crate::signature::strict };
    (@symbol ~) => { $crate::signature::invariant };
    (@symbol %) => { $crate::signature::distributive };
    (@symbol ^) => { $crate::signature::extensive };
    (@symbol v) => { $crate::signature::reductive };
    (@symbol *) => { $crate::signature::idempotent };
    (@symbol $other:tt) => {
        compile_error!(concat!("no property is written `", stringify!($other), "` in an arrow"))
    };

    // What the operator means concretely.
    (@clauses $head:tt [] $bound:tt) => {};
    (@clauses [$name:expr, $op:expr, $result:ident, $checks:ident]
        [sound $function:expr $(; $($rest:tt)*)?] [$(($argument:ident $symbols:tt))+]) => {
        $checks.push($crate::signature::sound($name, {
            $( let $argument = ::std::sync::Arc::clone(&$argument); )*
            let result = ::std::sync::Arc::clone(&$result);
            ::std::boxed::Box::new(move || {
                $( let $argument = $crate::Subject::shared(&$argument); )*
                let result = ::std::sync::Arc::clone(&result);
                ::std::boxed::Box::new(move |case: &mut $crate::Case| {
                    $crate::signature!(@sound case result [] [$($argument)*] $op, $function)
                })
            })
        }));
        $crate::signature!(@clauses [$name, $op, $result, $checks]
            [$($($rest)*)?] [$(($argument $symbols))*]);
    };
    (@clauses [$name:expr, $op:expr, $result:ident, $checks:ident]
        [best $function:expr $(; $($rest:tt)*)?] [$(($argument:ident $symbols:tt))+]) => {
        $crate::signature!(@clauses [$name, $op, $result, $checks]
            [sound $function] [$(($argument $symbols))*]);
        $checks.push($crate::signature::best($name, {
            $( let $argument = ::std::sync::Arc::clone(&$argument); )*
            let result = ::std::sync::Arc::clone(&$result);
            ::std::boxed::Box::new(move || {
                $( let $argument = $crate::Subject::shared(&$argument); )*
                let result = ::std::sync::Arc::clone(&result);
                ::std::boxed::Box::new(move |case: &mut $crate::Case| {
                    $crate::signature!(@best case result [] [$($argument)*] $op, $function)
                })
            })
        }));
        $crate::signature!(@clauses [$name, $op, $result, $checks]
            [$($($rest)*)?] [$(($argument $symbols))*]);
    };
    (@clauses $head:tt [$($clause:tt)*] $bound:tt) => {
        compile_error!("a clause of a signature is `sound FUNCTION` or `best FUNCTION`")
    };

    // Draw an element and a member of it for each argument, then compare both worlds.
    (@sound $case:ident $result:ident [$($drawn:tt)*] [$argument:ident $($rest:ident)*]
        $op:expr, $function:expr) => {{
        let position = <[&str]>::len(&[$(stringify!($drawn)),*]) + 1;
        let element = $crate::signature::other(&$argument, $case, position);
        let Some(value) = $crate::signature::value(&$argument, &element, $case, position) else {
            return $crate::Outcome::Vacuous;
        };
        $crate::signature!(@sound $case $result [$($drawn)* (element value)] [$($rest)*]
            $op, $function)
    }};
    (@sound $case:ident $result:ident [$(($element:ident $value:ident))+] []
        $op:expr, $function:expr) => {
        match $crate::signature!(@call $function, $(&$value),+) {
            None => $crate::Outcome::Vacuous,
            Some(concrete) => $crate::signature::conclude_sound(
                &*$result, $case, &$crate::signature!(@call $op, $(&$element),+), &concrete,
            ),
        }
    };

    // Draw an element for each argument, list the members, and abstract all concrete results.
    (@best $case:ident $result:ident [$($drawn:tt)*] [$argument:ident $($rest:ident)*]
        $op:expr, $function:expr) => {{
        let position = <[&str]>::len(&[$(stringify!($drawn)),*]) + 1;
        let element = $crate::signature::other(&$argument, $case, position);
        let Some(values) = $crate::signature::Meaning::all(&*$argument, &element) else {
            return $crate::Outcome::Vacuous;
        };
        $crate::signature!(@best $case $result [$($drawn)* (element values)] [$($rest)*]
            $op, $function)
    }};
    (@best $case:ident $result:ident [$(($element:ident $values:ident))+] []
        $op:expr, $function:expr) => {{
        let mut least = $crate::Lattice::bottom(&*$result);
        $crate::signature!(@each [$($values)+] {
            if let Some(concrete) = $crate::signature!(@call $function, $($values),+) {
                let abstracted = $crate::Abstraction::abstraction(&*$result, &concrete);
                least = $crate::Lattice::join(&*$result, &least, &abstracted);
            }
        });
        let image = $crate::signature!(@call $op, $(&$element),+);
        $crate::signature::conclude_best(&*$result, $case, &image, &least)
    }};
    // A call through a function with the right bounds, so that closures need no type annotations.
    // Beyond six arguments they do.
    (@call $f:expr, $a:expr) => { $crate::signature::call1($a, $f) };
    (@call $f:expr, $a:expr, $b:expr) => { $crate::signature::call2($a, $b, $f) };
    (@call $f:expr, $a:expr, $b:expr, $c:expr) => { $crate::signature::call3($a, $b, $c, $f) };
    (@call $f:expr, $a:expr, $b:expr, $c:expr, $d:expr) => {
        $crate::signature::call4($a, $b, $c, $d, $f)
    };
    (@call $f:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr) => {
        $crate::signature::call5($a, $b, $c, $d, $e, $f)
    };
    (@call $f:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $g:expr) => {
        $crate::signature::call6($a, $b, $c, $d, $e, $g, $f)
    };
    (@call $f:expr, $($many:expr),+) => { ($f)($($many),+) };

    (@each [] $body:block) => { $body };
    (@each [$values:ident $($rest:ident)*] $body:block) => {
        for $values in &$values { $crate::signature!(@each [$($rest)*] $body); }
    };
}

macro_rules! calls {
    ($($call:ident($($value:ident: $kind:ident),+);)+) => { $(
        /// Call a function, telling the compiler first what it is called with.
        #[allow(clippy::too_many_arguments)]
        pub fn $call<$($kind,)+ R>($($value: &$kind,)+ f: impl Fn($(&$kind),+) -> R) -> R {
            f($($value),+)
        }
    )+ };
}

calls! {
    call1(a: A);
    call2(a: A, b: B);
    call3(a: A, b: B, c: C);
    call4(a: A, b: B, c: C, d: D);
    call5(a: A, b: B, c: C, d: D, e: E);
    call6(a: A, b: B, c: C, d: D, e: E, g: G);
}

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

    fn check<A, R>(
        self,
        property: &str,
        formula: &str,
        (argument, result, fixes): (Arc<A>, Arc<R>, Fixes<A, R>),
        test: fn(&Subject<A>, &R, &Fix<A, R>, &mut Case) -> Outcome,
    ) -> Check
    where
        A: Generate + Send + Sync + 'static,
        R: Lattice + Send + Sync + 'static,
    {
        let name = format!("{} {property} in argument {}", self.operator, self.argument);
        let statement = format!("{formula}, where f is {}", self.operator);
        Check::opened(name, Class::Operator, statement, move || {
            let (argument, result, fix) =
                (Subject::shared(&argument), Arc::clone(&result), fixes());
            Box::new(move |case: &mut Case| test(&argument, &result, &fix, case))
        })
    }
}

/// Draws all arguments but one, and gives the operator as a function of that one. Boxed, so that a
/// property is compiled once for each pair of lattices and not once for each operator.
pub type Fix<A, R> =
    Box<dyn Fn(&mut Case) -> Box<dyn Fn(&<A as Lattice>::Elem) -> <R as Lattice>::Elem>>;

/// Makes a [`Fix`] on the thread that runs the check.
pub type Fixes<A, R> = Box<dyn Fn() -> Fix<A, R> + Send + Sync>;

/// Makes the test of an operator on the thread that runs it.
pub type Tests = Box<dyn Fn() -> Box<dyn FnMut(&mut Case) -> Outcome> + Send + Sync>;

/// The check that an operator is monotone in an argument.
pub fn monotone<A, R>(
    position: Position,
    argument: Arc<A>,
    result: Arc<R>,
    fixes: Fixes<A, R>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
    R: Lattice + Send + Sync + 'static,
{
    position.check(
        "monotone",
        "x ⊑ x' ⇒ f(x) ⊑ f(x')",
        (argument, result, fixes),
        |argument, result, fix, case| {
            let f = fix(case);
            let [x, y] = pair(argument, case, |case| argument.chain(case));
            given(argument.leq(&x, &y), || {
                let (fx, fy) = (f(&x), f(&y));
                let answer = result.leq(&fx, &fy);
                conclude(result, case, ("f(x)", &fx), ("f(x')", &fy), answer)
            })
        },
    )
}

/// The check that an operator is strict in an argument.
pub fn strict<A, R>(
    position: Position,
    argument: Arc<A>,
    result: Arc<R>,
    fixes: Fixes<A, R>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
    R: Lattice + Send + Sync + 'static,
{
    position.check(
        "strict",
        "f(⊥) = ⊥",
        (argument, result, fixes),
        |argument, result, fix, case| {
            let image = fix(case)(&argument.bottom());
            let bottom = result.bottom();
            let answer = result.equal(&image, &bottom);
            conclude(result, case, ("f(⊥)", &image), ("⊥", &bottom), answer)
        },
    )
}

/// The check that an operator gives equal results for equal arguments.
pub fn invariant<A, R>(
    position: Position,
    argument: Arc<A>,
    result: Arc<R>,
    fixes: Fixes<A, R>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
    R: Lattice + Send + Sync + 'static,
{
    position.check(
        "invariant",
        "x = x' ⇒ f(x) = f(x')",
        (argument, result, fixes),
        |argument, result, fix, case| {
            let f = fix(case);
            let [x, y] = argument.equal_pair(case, ["x", "x'"]);
            given(argument.equal(&x, &y), || {
                let (fx, fy) = (f(&x), f(&y));
                let answer = result.equal(&fx, &fy);
                conclude(result, case, ("f(x)", &fx), ("f(x')", &fy), answer)
            })
        },
    )
}

/// The check that an operator distributes over joins in an argument.
pub fn distributive<A, R>(
    position: Position,
    argument: Arc<A>,
    result: Arc<R>,
    fixes: Fixes<A, R>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
    R: Lattice + Send + Sync + 'static,
{
    position.check(
        "distributive",
        "f(x ⊔ x') = f(x) ⊔ f(x')",
        (argument, result, fixes),
        |argument, result, fix, case| {
            let f = fix(case);
            let [x, y] = pair(argument, case, |case| argument.any(case));
            let of_join = f(&argument.join(&x, &y));
            let join_of = result.join(&f(&x), &f(&y));
            let answer = result.equal(&of_join, &join_of);
            conclude(result, case, ("f(x ⊔ x')", &of_join), ("f(x) ⊔ f(x')", &join_of), answer)
        },
    )
}

/// The check that an operator goes upwards.
pub fn extensive<A>(
    position: Position,
    argument: Arc<A>,
    result: Arc<A>,
    fixes: Fixes<A, A>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
{
    position.check(
        "extensive",
        "x ⊑ f(x)",
        (argument, result, fixes),
        |argument, _, fix, case| {
            let f = fix(case);
            let x = argument.one(case, "x");
            argument.expect_leq(case, ("x", &x), ("f(x)", &f(&x)))
        },
    )
}

/// The check that an operator goes downwards.
pub fn reductive<A>(
    position: Position,
    argument: Arc<A>,
    result: Arc<A>,
    fixes: Fixes<A, A>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
{
    position.check(
        "reductive",
        "f(x) ⊑ x",
        (argument, result, fixes),
        |argument, _, fix, case| {
            let f = fix(case);
            let x = argument.one(case, "x");
            argument.expect_leq(case, ("f(x)", &f(&x)), ("x", &x))
        },
    )
}

/// The check that applying an operator twice is applying it once.
pub fn idempotent<A>(
    position: Position,
    argument: Arc<A>,
    result: Arc<A>,
    fixes: Fixes<A, A>,
) -> Check
where
    A: Generate + Send + Sync + 'static,
{
    position.check(
        "idempotent",
        "f(f(x)) = f(x)",
        (argument, result, fixes),
        |argument, _, fix, case| {
            let f = fix(case);
            let x = argument.one(case, "x");
            let once = f(&x);
            argument.expect_equal(case, ("f(f(x))", &f(&once)), ("f(x)", &once))
        },
    )
}

/// The check that an operator covers a concrete function.
pub fn sound(operator: &str, tests: Tests) -> Check {
    let statement = format!("v ∈ γ(x), ... ⇒ concrete {operator}(v, ...) ∈ γ({operator}(x, ...))");
    Check::opened(
        format!("{operator} sound"),
        Class::Operator,
        statement,
        move || Box::new(tests()),
    )
}

/// The check that an operator gives the least result that covers a concrete function.
pub fn best(operator: &str, tests: Tests) -> Check {
    let statement = format!("{operator}(x, ...) ⊑ ⨆ α(concrete {operator}(v, ...)), v ∈ γ(x), ...");
    Check::opened(format!("{operator} best"), Class::Operator, statement, move || Box::new(tests()))
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

/// What an argument stands for concretely: members of an element, or a plain value itself.
pub trait Meaning: Argument {
    /// A concrete value.
    type Concrete: Clone + Debug;

    /// One of the values that `value` stands for.
    fn some(&self, value: &Self::Value, choices: &mut Choices) -> Option<Self::Concrete>;

    /// All of them, when they can be listed.
    fn all(&self, value: &Self::Value) -> Option<Vec<Self::Concrete>>;
}

impl<L: Generate + Concrete> Meaning for L {
    type Concrete = <L as Concrete>::Value;

    fn some(&self, value: &L::Elem, choices: &mut Choices) -> Option<Self::Concrete> {
        self.member(value, choices)
    }

    fn all(&self, value: &L::Elem) -> Option<Vec<Self::Concrete>> {
        self.members(value)
    }
}

impl<T: Clone + Debug> Meaning for Values<T> {
    type Concrete = T;

    fn some(&self, value: &T, _choices: &mut Choices) -> Option<T> {
        Some(value.clone())
    }

    fn all(&self, value: &T) -> Option<Vec<T>> {
        Some(vec![value.clone()])
    }
}

/// Draw a concrete value of an argument: from the list of all of them in an exhaustive case.
pub fn value<A: Meaning>(
    argument: &Subject<A>,
    element: &A::Value,
    case: &mut Case,
    position: usize,
) -> Option<A::Concrete> {
    let listed = if case.is_exhaustive() { argument.all(element) } else { None };
    let value = match listed {
        Some(all) if all.is_empty() => None,
        Some(all) => Some(all[case.choices.index(all.len())].clone()),
        None => argument.some(element, case.generator()),
    }?;
    if case.is_explained() {
        case.note(&format!("value of argument {position}"), || format!("{value:?}"));
    }
    Some(value)
}

/// Does the abstract result contain the concrete one?
pub fn conclude_sound<R: Concrete>(
    result: &R,
    case: &mut Case,
    image: &R::Elem,
    concrete: &R::Value,
) -> Outcome {
    case.note("result", || result.show(image));
    case.note("concrete result", || format!("{concrete:?}"));
    result.contains(image, concrete).into()
}

/// Is the abstract result below the abstraction of all concrete ones?
pub fn conclude_best<R: Abstraction>(
    result: &R,
    case: &mut Case,
    image: &R::Elem,
    least: &R::Elem,
) -> Outcome {
    let answer = result.leq(image, least);
    conclude(result, case, ("result", image), ("best result", least), answer)
}

//! Operator signatures in arrow notation, and the properties that the arrows stand for.

mod arrow;
mod meaning;
mod placed;
mod property;

pub use arrow::{Arrow, Fix, Fixes, Position, other};
pub use meaning::{Meaning, best, conclude_best, conclude_sound, sound, value};
pub use placed::Placed;
pub use property::{Property, Unary};

/// Properties of an operator, written as its signature with annotated arrows.
///
/// `signature!(concat: Strings --> Strings -<~-> Strings)` reads: `concat` takes two strings to a
/// string and is monotone and invariant in its second argument. It gives a `Vec<Check>`, one check
/// for each property. Arguments are expressions: lattices with generators, or plain
/// [`Values`](crate::Values) under a plain arrow. The operator takes references and returns an element of
/// the result; that its type fits the signature is checked at compile time.
///
/// | arrow | property in that argument | formula |
/// |---|---|---|
/// | `-->`  | none | |
/// | `-<->` | monotone | x ⊑ x' ⇒ f(x) ⊑ f(x') |
/// | `-|->` | monotone over joins | f(x) ⊔ f(x') ⊑ f(x ⊔ x') |
/// | `-&->` | monotone over meets | f(x ⊓ x') ⊑ f(x) ⊓ f(x') |
/// | `-!->` | strict | f(⊥) = ⊥ |
/// | `-~->` | invariant | x = x' ⇒ f(x) = f(x') |
/// | `-%->` | distributive | f(x ⊔ x') = f(x) ⊔ f(x') |
/// | `-^->` | extensive | x ⊑ f(x) |
/// | `-v->` | reductive | f(x) ⊑ x |
/// | `-*->` | idempotent | f(f(x)) = f(x) |
///
/// Symbols combine in any order: `-<!~->`. The forms over joins and meets need no related elements; they say the same as `<` where
/// joins and meets are least and greatest bounds. The last three need the argument and the result to be of
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
/// use soundline_lattice::{Runner, lattices::{IntInterval, Sign}, signature};
/// let square = signature!("square" = |s| Sign.mul(s, s); Sign -<!%-> Sign);
/// let reports = Runner::new().run_all(&square);
/// let violated: Vec<&str> =
///     reports.iter().filter(|r| r.is_violated()).map(|r| r.name.as_str()).collect();
/// assert_eq!(violated, ["square distributive in argument 1"]);
/// ```
///
/// The arrows can also be chosen while the program runs, and new properties defined: see [`Property`].
///
/// An operator of another type is refused:
///
/// ```compile_fail
/// use soundline_lattice::{lattices::{IntInterval, Sign}, signature};
/// signature!("square" = |s| Sign.mul(s, s); IntInterval -<-> Sign);
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
        $checks.push($crate::signature::Arrow::check($crate::signature::Arrow {
            position: $crate::signature::Position::new(
                $name, <[&str]>::len(&[$(stringify!($left)),*]),
            ),
            argument: ::std::sync::Arc::clone(&$this),
            result: ::std::sync::Arc::clone(&$result),
            fixes: {
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
        }, $crate::signature!(@symbol $symbol)));
    };
    (@symbol <) => { $crate::signature::Property::monotone() };
    (@symbol |) => { $crate::signature::Property::monotone_over_joins() };
    (@symbol &) => { $crate::signature::Property::monotone_over_meets() };
    (@symbol !) => { $crate::signature::Property::strict() };
    (@symbol ~) => { $crate::signature::Property::invariant() };
    (@symbol %) => { $crate::signature::Property::distributive() };
    (@symbol ^) => { $crate::signature::Property::extensive() };
    (@symbol v) => { $crate::signature::Property::reductive() };
    (@symbol *) => { $crate::signature::Property::idempotent() };
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

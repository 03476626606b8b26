//! What an operator means concretely: the clauses `sound` and `best` of a signature.

use crate::subject::conclude;
use crate::{
    Abstraction, Argument, Case, Check, Choices, Class, Concrete, Generate, Outcome, Subject,
    Values,
};
use std::fmt::Debug;

/// Makes the test of an operator on the thread that runs it.
pub type Tests = Box<dyn Fn() -> Box<dyn FnMut(&mut Case) -> Outcome> + Send + Sync>;

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

//! The arrows of a signature: an operator as a function of one argument, and the check of a property there.

use super::Property;
use crate::{Argument, Case, Check, Class, Generate, Lattice, Subject};
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
    /// The check that the operator has a property in this argument.
    pub fn check(self, property: Property<A, R>) -> Check {
        let Arrow { position: Position { operator, argument: place }, argument, result, fixes } =
            self;
        let name = format!("{operator} {} in argument {place}", property.name);
        let statement = format!("{}, where f is {operator}", property.formula);
        Check::opened(name, Class::Operator, statement, move || {
            let (argument, result, fix) =
                (Subject::shared(&argument), Arc::clone(&result), fixes());
            let test = Arc::clone(&property.test);
            Box::new(move |case: &mut Case| {
                let f = fix(case);
                test(&argument, &result, &f, case)
            })
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

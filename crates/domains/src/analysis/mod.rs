//! For writers of analyses: variables with names, states of a domain that is chosen by name, and
//! fixpoints.
//!
//! A whole analyzer for a small language:
//!
//! ```
//! use soundline_domains::analysis::{Fixpoint, State, Variables};
//! use soundline_domains::expr::{BinaryOp, Expr, Relation};
//! use soundline_domains::Error;
//!
//! /// A condition: an expression and how it relates to 0.
//! struct Condition(Expr, Relation);
//!
//! enum Statement {
//!     Assign(&'static str, Expr),
//!     If(Condition, Vec<Statement>, Vec<Statement>),
//!     While(Condition, Vec<Statement>),
//!     Assert(Condition),
//! }
//!
//! impl Condition {
//!     fn holds(&self, state: &State) -> Result<State, Error> {
//!         state.guard(&self.0, self.1)
//!     }
//!
//!     fn fails(&self, state: &State) -> Result<State, Error> {
//!         state.guard_not(&self.0, self.1)
//!     }
//! }
//!
//! /// The states after a block; assertions that may fail are added to the warnings.
//! fn run(block: &[Statement], state: &State, warnings: &mut Vec<String>) -> Result<State, Error> {
//!     block.iter().try_fold(state.clone(), |state, statement| match statement {
//!         Statement::Assign(name, expr) => state.assign(name, expr),
//!         Statement::If(condition, yes, no) => {
//!             let yes = run(yes, &condition.holds(&state)?, warnings)?;
//!             Ok(yes.join(&run(no, &condition.fails(&state)?, warnings)?))
//!         }
//!         Statement::While(condition, body) => {
//!             // Warnings of states that are not final yet do not count.
//!             let step = |head: &State| run(body, &condition.holds(head)?, &mut Vec::new());
//!             let invariant = Fixpoint::new().narrowing(2).solve(&state, step)?;
//!             run(body, &condition.holds(&invariant)?, warnings)?;
//!             condition.fails(&invariant)
//!         }
//!         Statement::Assert(condition) => {
//!             let failing = condition.fails(&state)?;
//!             if !failing.is_bottom().is_yes() {
//!                 warnings.push(format!("{} may fail: {failing}", condition.0));
//!             }
//!             condition.holds(&state)
//!         }
//!     })
//! }
//!
//! // i := 0; s := 1; while n - i > 0 { i := i + 1; s := s * 2 }; assert i = n; assert s - 2 >= 0
//! let variables = Variables::integers(["i", "n", "s"])?;
//! let [i, n, s] = ["i", "n", "s"].map(|name| Expr::var(variables.get(name).unwrap()));
//! let (sub, add, mul) = (BinaryOp::Sub, BinaryOp::Add, BinaryOp::Mul);
//! let number = |number: i64| Expr::constant(number);
//! let program = vec![
//!     Statement::Assign("i", number(0)),
//!     Statement::Assign("s", number(1)),
//!     Statement::While(
//!         Condition(n.clone().binary(sub, i.clone()), Relation::Gt),
//!         vec![
//!             Statement::Assign("i", i.clone().binary(add, number(1))),
//!             Statement::Assign("s", s.clone().binary(mul, number(2))),
//!         ],
//!     ),
//!     Statement::Assert(Condition(i.binary(sub, n), Relation::Eq)),
//!     Statement::Assert(Condition(s.binary(sub, number(2)), Relation::Ge)),
//! ];
//! let start = State::new("octagons:exact", &variables)?.guard_text("n >= 0")?;
//! let mut warnings = Vec::new();
//! let end = run(&program, &start, &mut warnings)?;
//! assert_eq!(end.bounds("i")?.unwrap().to_string(), "[0, +oo]");
//! assert!(warnings.len() == 1 && warnings[0].starts_with("(x2 - 2) may fail"), "{warnings:?}");
//! # Ok::<(), Error>(())
//! ```

mod fixpoint;
mod state;
mod variables;

pub use fixpoint::Fixpoint;
pub use state::State;
pub use variables::Variables;

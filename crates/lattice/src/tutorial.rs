//! From a two-point lattice to a map lattice of your own, in four steps.
//!
//! # 1. A lattice, and its laws
//!
//! The smallest interesting lattice has two elements. [`Lattice`](crate::Lattice) is implemented for a
//! *context* type, here a unit struct, so that lattices which need dimensions or widths can carry them.
//! [`Generate`](crate::Generate) says how elements are drawn; only `arbitrary` is required. Because
//! there are few elements we can list them all, and the checker then proves the laws instead of
//! sampling them.
//!
//! ```
//! use soundline_lattice::{Answer, Choices, Generate, Lattice, Runner, Status, Suite};
//!
//! #[derive(Clone, Copy, Debug)]
//! struct TwoPoint;
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Point { Bot, Top }
//! use Point::*;
//!
//! impl Lattice for TwoPoint {
//!     type Elem = Point;
//!     fn bottom(&self) -> Point { Bot }
//!     fn top(&self) -> Option<Point> { Some(Top) }
//!     fn leq(&self, a: &Point, b: &Point) -> Answer { (*a == Bot || *b == Top).into() }
//!     fn equal(&self, a: &Point, b: &Point) -> Answer { (a == b).into() }
//!     fn join(&self, a: &Point, b: &Point) -> Point { if *a == Bot { *b } else { Top } }
//!     fn meet(&self, a: &Point, b: &Point) -> Point { if *a == Bot { Bot } else { *b } }
//! }
//!
//! impl Generate for TwoPoint {
//!     fn arbitrary(&self, choices: &mut Choices) -> Point { choices.pick(&[Bot, Top]) }
//!     fn elements(&self) -> Option<Vec<Point>> { Some(vec![Bot, Top]) }
//! }
//!
//! let suite = Suite::new("two points", TwoPoint).equality();
//! let reports = Runner::new().run_all(&suite.checks());
//! assert!(reports.iter().all(|report| !report.is_violated()));
//! assert_eq!(reports[1].to_string(),
//!     "two points: leq transitive: proved over all 8 cases (4 preconditions failed)");
//! ```
//!
//! # 2. Operators, and their signatures
//!
//! Analyses reach a fixed point because their operators are monotone. This one is not:
//!
//! ```
//! # use soundline_lattice::{Answer, Choices, Generate, Lattice, Runner, signature};
//! # #[derive(Clone, Copy, Debug)] struct TwoPoint;
//! # #[derive(Clone, Copy, Debug, PartialEq)] enum Point { Bot, Top }
//! # use Point::*;
//! # impl Lattice for TwoPoint {
//! #     type Elem = Point;
//! #     fn bottom(&self) -> Point { Bot }
//! #     fn leq(&self, a: &Point, b: &Point) -> Answer { (*a == Bot || *b == Top).into() }
//! #     fn equal(&self, a: &Point, b: &Point) -> Answer { (a == b).into() }
//! #     fn join(&self, a: &Point, b: &Point) -> Point { if *a == Bot { *b } else { Top } }
//! #     fn meet(&self, a: &Point, b: &Point) -> Point { if *a == Bot { Bot } else { *b } }
//! # }
//! # impl Generate for TwoPoint {
//! #     fn arbitrary(&self, choices: &mut Choices) -> Point { choices.pick(&[Bot, Top]) }
//! #     fn elements(&self) -> Option<Vec<Point>> { Some(vec![Bot, Top]) }
//! # }
//! fn flip(point: &Point) -> Point {
//!     if *point == Bot { Top } else { Bot }
//! }
//!
//! let reports = Runner::new().run_all(&signature!(flip: TwoPoint -<-> TwoPoint));
//! assert_eq!(reports[0].to_string(), "\
//! flip monotone in argument 1: violated 1 of 3 (1 precondition failed)
//!   law: x ⊑ x' ⇒ f(x) ⊑ f(x'), where f is flip
//!   x = Bot
//!   x' = Top
//!   f(x) = Top
//!   f(x') = Bot");
//! ```
//!
//! The arrow `-<->` stands for "monotone"; the table of all arrows is at
//! [`signature!`](crate::signature!). Arguments that are no lattices are given as
//! [`Values`](crate::Values).
//!
//! # 3. A lattice of your own: maps from variables to signs
//!
//! An analysis keeps a sign for each variable, in a map. Absent variables are ⊥, and ⊥ is never stored,
//! so that `==` is equality. Here is a first try, with a mistake that is easy to make: `leq` looks up
//! the keys of `b` where it should look up those of `a`.
//!
//! ```
//! use soundline_lattice::lattices::{Sign, SignElem};
//! use soundline_lattice::{Answer, Choices, Generate, Lattice, Runner, Suite};
//! use std::collections::BTreeMap;
//!
//! type Map = BTreeMap<&'static str, SignElem>;
//!
//! struct Environments { faulty: bool }
//!
//! fn look_up(map: &Map, name: &str) -> SignElem {
//!     map.get(name).copied().unwrap_or(SignElem::Bot)
//! }
//!
//! fn build(entries: impl IntoIterator<Item = (&'static str, SignElem)>) -> Map {
//!     entries.into_iter().filter(|(_, sign)| *sign != SignElem::Bot).collect()
//! }
//!
//! impl Lattice for Environments {
//!     type Elem = Map;
//!
//!     fn bottom(&self) -> Map { Map::new() }
//!
//!     fn leq(&self, a: &Map, b: &Map) -> Answer {
//!         let keys = if self.faulty { b.keys() } else { a.keys() };
//!         Answer::all(keys.map(|name| Sign.leq(&look_up(a, name), &look_up(b, name))))
//!     }
//!
//!     fn equal(&self, a: &Map, b: &Map) -> Answer { (a == b).into() }
//!
//!     fn join(&self, a: &Map, b: &Map) -> Map {
//!         let keys = a.keys().chain(b.keys());
//!         build(keys.map(|name| (*name, Sign.join(&look_up(a, name), &look_up(b, name)))))
//!     }
//!
//!     fn meet(&self, a: &Map, b: &Map) -> Map {
//!         build(a.iter().map(|(name, sign)| (*name, Sign.meet(sign, &look_up(b, name)))))
//!     }
//! }
//!
//! impl Generate for Environments {
//!     fn arbitrary(&self, choices: &mut Choices) -> Map {
//!         // Few names, so that two maps often have some in common; any order of insertion.
//!         build(choices.many(4, |c| (c.pick(&["x", "y", "z"]), Sign.arbitrary(c))))
//!     }
//! }
//!
//! let faulty = Suite::new("environments", Environments { faulty: true }).checks();
//! let reports = Runner::new().run_all(&faulty);
//! let first = reports.iter().find(|report| report.is_violated()).unwrap();
//! assert_eq!(first.statement, "a ⊑ b ∧ b ⊑ a ⇒ a = b");
//! let example = first.counterexample().unwrap();
//! assert_eq!(example.notes[0].to_string(), "a = {}");
//! assert_eq!(example.notes[1].to_string(), "b = {\"x\": Neg}");
//!
//! let fixed = Suite::new("environments", Environments { faulty: false }).checks();
//! assert!(Runner::new().run_all(&fixed).iter().all(|report| !report.is_violated()));
//! ```
//!
//! The ready combinator for this is [`Maps`](crate::combine::Maps).
//!
//! # 4. In your own `cargo test`
//!
//! [`law_tests!`](crate::law_tests!) makes one `#[test]` for each law. A failing case is stored as text
//! in the folder `soundline-cases` and tried first the next time.
//!
//! ```
//! use soundline_lattice::{law_tests, lattices::IntInterval, signature};
//!
//! law_tests! {
//!     mod interval {
//!         lattice: IntInterval;
//!         laws: widening, narrowing, equality, hashing, concretisation;
//!         operator add: signature!("add" = |a, b| IntInterval.add(a, b);
//!             IntInterval -<!~-> IntInterval -<!~-> IntInterval; sound |x, y| x.checked_add(*y));
//!     }
//! }
//! # fn main() {}
//! ```
//!
//! Where a law does not hold by design, exempt it and say why; reports show the reason:
//!
//! ```
//! use soundline_lattice::{Runner, Suite, laws::ids, lattices::IntInterval};
//! let suite = Suite::new("interval", IntInterval).exempt(ids::JOIN_ASSOCIATIVE, "just to show it");
//! let reports = Runner::new().run_all(&suite.checks());
//! assert!(reports.iter().any(|report| report.verdict() == "exempt: just to show it"));
//! ```

//! Differential testing of C program analyzers.
//!
//! A seed is a program without assertions. A variant is a seed with checks `e != k` at places where
//! the value of `e` is used, or of another [kind](Kinds). All analyzers are asked whether the checks hold; where they disagree, one
//! of them is unsound or imprecise.
//!
//! ```text
//! Seed ──► Candidate ──► Check ──► Variant ──► Analyzer ──► Verdict ──► findings
//! program   expression    e != k    seed with    a foreign    safe,       who is
//! without   whose value   constant  n checks,    process      unsafe,     unsound,
//! asserts   is used       chosen    rendered     in limits    unknown     imprecise
//! ```

pub mod analyzer;
pub mod batch;
pub mod campaign;
mod candidate;
pub mod concrete;
mod constants;
mod encoding;
mod feature;
pub mod findings;
mod generate;
mod kind;
pub mod metamorphic;
pub mod reduce;
pub mod seed;
pub mod store;
mod strategy;
mod survey;
mod variant;

pub use candidate::{Candidate, Candidates, Placement};
pub use constants::{Constants, Pool, random_of_width};
pub use encoding::{Encoding, Form};
pub use feature::Feature;
pub use generate::{Generated, Generator, Plan, default_budget};
pub use kind::{At, Choice, Claim, ConditionError, Family, Kind, KindError, Kinds};
pub use seed::Seed;
pub use strategy::{Feedback, Search, Strategy};
pub use survey::{SURVEY, SurveyTask};
pub use variant::{Check, ContentKey, Variant, literal};

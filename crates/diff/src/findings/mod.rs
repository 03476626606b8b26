//! From verdicts to findings.
//!
//! ```text
//! Table ──► Deviance ──► Evidence ──► Finding ──► Group
//! who said   who stands   what is     one check,   one cause,
//! what       alone        known       one analyzer smallest program
//!    └─────► Relative, Pairwise, Issues: the tables and figures of the ISSTA'19 paper
//! ```
//!
//! All are pure functions of what the analyzers said and of what [runs](crate::concrete) showed.

mod deviance;
mod evidence;
mod export;
mod finding;
mod group;
mod issues;
mod pairwise;
mod relative;
mod share;
mod table;

pub use deviance::{Deviance, Fault, deviances, rank};
pub use evidence::Evidence;
pub use export::{TaskFiles, task};
pub use finding::{Dispute, Finding, deviances_of, findings, table_of};
pub use group::{Group, Reduced, Shape, group, merge_by_shape};
pub use issues::{Bar, Issues};
pub use pairwise::Pairwise;
pub use relative::Relative;
pub use share::Share;
pub use table::{Column, Table, VERDICTS};

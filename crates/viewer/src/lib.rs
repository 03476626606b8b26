//! Results of Soundline in a browser.
//!
//! ```text
//! folder ──► Library ──► Loaded ──► pages ──► Page (crate report) ──► server (axum), or files: export
//!            who, when,  one result  a function of     HTML                 │
//!            ids         in memory   result, address                        └── guard: Host, Origin, key
//! ```
//!
//! A page is a function of a result and an [`Address`]. Addresses name results by ids, never by paths. Nothing is
//! started or changed here but by the [`Host`], and by it only for requests that carry the key.

mod address;
mod export;
mod guard;
mod library;
mod live;
mod loaded;
mod pages;
mod server;
mod site;
mod summary;

pub use address::Address;
pub use export::export;
pub use guard::Key;
pub use library::Library;
pub use server::{Ended, Until, serve};
pub use site::{Answer, Host, Site, Trouble, Unable};
pub use soundline_fuzz::Finding;

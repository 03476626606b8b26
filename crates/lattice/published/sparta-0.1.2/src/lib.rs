//! The adapter for sparta, compiled against version 0.1.2.

#[path = "../../src/known.rs"]
pub mod known;
#[path = "../../src/sparta_domains.rs"]
pub mod sparta_domains;
